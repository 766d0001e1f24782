import { Injectable } from '@nestjs/common';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { MissingAdapterMethods } from '../../errors/configuration.errors.js';
import { callStore } from '../../model/call-store.js';
import type { MaybePromise } from '../../model/maybe-promise.js';
import { markersOf, type SessionAtProvider } from './session-at-provider.js';

/** The store of the marks. */
interface MarkStore {
  /** The option that names it. */
  readonly name: 'session.revocation' | 'adapter';
  readonly markEnded: (marks: Mark) => MaybePromise<unknown>;
  readonly endedBefore: (markers: readonly string[]) => MaybePromise<Date | null>;
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
export class LogoutMarksService {
  async mark(config: ResolvedAuthConfig, mark: Mark): Promise<void> {
    const { name, markEnded } = storeOf(config);
    await callStore(`${name}.markEnded`, config.timeoutMs, () => markEnded(mark));
  }

  /** Whether a session has ended. This includes a session that began in the second of the mark. */
  async hasEnded(
    config: ResolvedAuthConfig,
    facts: SessionAtProvider | undefined,
  ): Promise<boolean> {
    if (!facts || config.providerNotices === 'off') return false;
    const { name, endedBefore } = storeOf(config);
    const before = await callStore(`${name}.endedBefore`, config.timeoutMs, () =>
      endedBefore(markersOf(facts)),
    );
    return before !== null && facts.time * 1000 <= before.getTime();
  }
}

/** `session.revocation` takes precedence over the adapter. */
function storeOf({ session: { revocation }, adapter }: ResolvedAuthConfig): MarkStore {
  const { markEnded, endedBefore } = revocation ?? {};
  if (markEnded && endedBefore) {
    return {
      name: 'session.revocation',
      markEnded: markEnded.bind(revocation),
      endedBefore: endedBefore.bind(revocation),
    };
  }
  if (adapter) {
    return {
      name: 'adapter',
      markEnded: (mark) => adapter.markEnded(mark),
      endedBefore: (markers) => adapter.endedBefore(markers),
    };
  }
  throw new MissingAdapterMethods('backchannelLogout: needs `markEnded` and `endedBefore`');
}
