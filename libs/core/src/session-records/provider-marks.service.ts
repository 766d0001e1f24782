import { Injectable } from '@nestjs/common';
import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import { MissingAdapterMethods } from '../errors/configuration.errors.js';
import { OAuthCallbackError } from '../errors/sign-in.errors.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import { withTimeout } from '../model/with-timeout.js';
import { markersOf, type ProviderFacts } from './provider-facts.js';

/** The store of the marks. */
interface MarkStore {
  markEnded(marks: Mark): MaybePromise<unknown>;
  endedBefore(markers: readonly string[]): MaybePromise<Date | null>;
}

/** The sessions that ended, and when their marks are no longer needed. */
interface Mark {
  readonly markers: readonly string[];
  readonly before: Date;
  readonly expires: Date;
}

/**
 * Marks sessions that providers have ended, for stateless sessions and sign-ins in progress.
 * @see docs/design/decisions.md 41
 */
@Injectable()
export class ProviderMarksService {
  async mark(config: ResolvedAuthConfig, mark: Mark): Promise<void> {
    await bounded(config, storeOf(config).markEnded(mark));
  }

  /** Whether a session has ended. This includes a session that began in the second of the mark. */
  async hasEnded(config: ResolvedAuthConfig, facts: ProviderFacts | undefined): Promise<boolean> {
    if (!facts || config.providerNotices === 'off') return false;
    const before = await bounded(config, storeOf(config).endedBefore(markersOf(facts)));
    return before !== null && facts.time * 1000 <= before.getTime();
  }

  /** @throws {OAuthCallbackError} if the provider has already ended its session */
  async assertAlive(config: ResolvedAuthConfig, facts: ProviderFacts | undefined): Promise<void> {
    if (await this.hasEnded(config, facts)) {
      throw new OAuthCallbackError('the provider has already ended the session', {
        provider: facts?.provider,
      });
    }
  }
}

function bounded<T>({ timeoutMs }: ResolvedAuthConfig, work: MaybePromise<T>): Promise<T> {
  return withTimeout(Promise.resolve(work), timeoutMs, 'the store of ended sessions');
}

/** `session.revocation` takes precedence over the adapter. */
function storeOf({ session: { revocation }, adapter }: ResolvedAuthConfig): MarkStore {
  const { markEnded, endedBefore } = revocation ?? {};
  if (markEnded && endedBefore) {
    return {
      markEnded: markEnded.bind(revocation),
      endedBefore: endedBefore.bind(revocation),
    };
  }
  if (adapter) return adapter;
  throw new MissingAdapterMethods('backchannelLogout: needs `markEnded` and `endedBefore`');
}
