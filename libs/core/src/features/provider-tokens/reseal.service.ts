import { Injectable } from '@nestjs/common';
import type { Adapter } from '../../adapter/adapter.port.js';
import type { AdapterAccount } from '../../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../../adapter/complete-adapter.js';
import { openToken, TOKEN_MEMBERS, type TokenReading } from '../../adapter/sealed-tokens.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { AuthError } from '../../errors/auth.error.js';
import { MissingAdapter, MissingAdapterMethods } from '../../errors/configuration.errors.js';

const NEEDED = ['listAccountsToReseal', 'advanceAccount'] as const;

/** The progress of a job through the table. */
interface Pass {
  /** The last account of the previous batch, so that accounts that cannot be opened are skipped. */
  after?: AdapterAccount;
  /** Whether a refresh or a sign-in changed an account before it could be written. */
  isIncomplete: boolean;
}

/** Seals stored tokens again, with the newest secret. */
@Injectable()
export class ResealService {
  /** By adapter and newest key: tenants that share an adapter may have their own secrets. */
  private readonly passes = new WeakMap<Adapter, Map<string, Pass>>();

  /**
   * Seals one batch. An account that is changed meanwhile is left to the next pass, since the
   * change might not include a token.
   * @returns how many accounts were written; 0 when every token that can be opened is up to date
   * @throws {AuthError} for another limit than a whole number from 1: 0 must not mean "finished"
   */
  async run({ adapter, providerTokens }: ResolvedAuthConfig, limit: number): Promise<number> {
    if (!Number.isSafeInteger(limit) || limit < 1) {
      throw new AuthError(
        'ProviderTokensService.reseal: `limit` must be a whole number, 1 or more',
      );
    }
    const store = resealable(adapter);
    if (providerTokens.keep !== 'encrypt') return 0;
    const { reading } = providerTokens;
    const { prefix } = reading.envelope;
    const passes = this.passesOf(store);
    for (;;) {
      const pass = passes.get(prefix) ?? { isIncomplete: false };
      passes.set(prefix, pass);
      const { after } = pass;
      const batch = await store.listAccountsToReseal({ prefix, limit, ...(after && { after }) });
      const last = batch.at(-1);
      if (!last) {
        passes.delete(prefix);
        if (pass.isIncomplete) continue;
        return 0;
      }
      const outcomes = await Promise.all(batch.map((row) => reseal(store, reading, row)));
      if (outcomes.includes('changed')) pass.isIncomplete = true;
      pass.after = last;
      const { length } = outcomes.filter((outcome) => outcome === 'written');
      if (length > 0) return length;
    }
  }

  private passesOf({ origin }: CompleteAdapter): Map<string, Pass> {
    const passes = this.passes.get(origin) ?? new Map<string, Pass>();
    this.passes.set(origin, passes);
    return passes;
  }
}

async function reseal(
  adapter: CompleteAdapter,
  reading: TokenReading,
  row: AdapterAccount,
): Promise<'written' | 'changed' | 'unreadable'> {
  const { userId, provider, providerAccountId, tokenVersion } = row;
  const opened = TOKEN_MEMBERS.flatMap((member) => {
    const isSealedAnew = row[member]?.startsWith(reading.envelope.prefix) === true;
    const token = isSealedAnew ? undefined : openToken(reading, row, member);
    return typeof token === 'string' ? [[member, token] as const] : [];
  });
  if (opened.length === 0) return 'unreadable';
  const isWritten = await adapter.advanceAccount({
    ...Object.fromEntries(opened),
    userId,
    provider,
    providerAccountId,
    tokenVersion: Number(tokenVersion ?? 0) + 1,
  });
  return isWritten ? 'written' : 'changed';
}

/** @throws {MissingAdapter | MissingAdapterMethods} */
function resealable(adapter: CompleteAdapter | undefined): CompleteAdapter {
  if (!adapter) throw new MissingAdapter('adapter: is required for resealing tokens');
  const missing = NEEDED.filter((operation) => !adapter.has(operation));
  if (missing.length === 0) return adapter;
  throw new MissingAdapterMethods(`adapter: resealing tokens needs ${missing.join(' and ')}`);
}
