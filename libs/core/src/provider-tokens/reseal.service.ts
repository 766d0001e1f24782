import { Injectable } from '@nestjs/common';
import type { AdapterAccount } from '../adapter/adapter.port.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { openToken, TOKEN_MEMBERS, type TokenReading } from '../adapter/sealed-tokens.js';
import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import { MissingAdapter, MissingAdapterMethods } from '../errors/configuration.errors.js';

const NEEDED = ['listAccountsToReseal', 'advanceAccount'] as const;

/** Seals stored tokens anew, with the newest secret. */
@Injectable()
export class ResealService {
  /** Where the last batch of a store ended: what cannot be opened is passed over once. */
  private readonly places = new WeakMap<CompleteAdapter, AdapterAccount>();

  /**
   * One batch. An account that a refresh or a sign-in changes meanwhile is left to it.
   * @returns how many accounts were written; 0 at the end of the table
   */
  async run({ adapter, providerTokens }: ResolvedAuthConfig, limit: number): Promise<number> {
    const store = resealable(adapter);
    if (providerTokens.keep !== 'encrypt') return 0;
    const { reading } = providerTokens;
    for (;;) {
      const after = this.places.get(store);
      const { prefix } = reading.envelope;
      const batch = await store.listAccountsToReseal({ prefix, limit, ...(after && { after }) });
      const last = batch.at(-1);
      if (!last) {
        this.places.delete(store);
        return 0;
      }
      this.places.set(store, last);
      const written = await Promise.all(batch.map((row) => reseal(store, reading, row)));
      const count = written.filter(Boolean).length;
      if (count > 0) return count;
    }
  }
}

async function reseal(
  adapter: CompleteAdapter,
  reading: TokenReading,
  row: AdapterAccount,
): Promise<boolean> {
  const { provider, providerAccountId, tokenVersion } = row;
  const opened = TOKEN_MEMBERS.flatMap((member) => {
    const token = openToken(reading, row, member);
    return typeof token === 'string' ? [[member, token] as const] : [];
  });
  if (opened.length === 0) return false;
  return adapter.advanceAccount({
    ...Object.fromEntries(opened),
    provider,
    providerAccountId,
    tokenVersion: Number(tokenVersion ?? 0) + 1,
  });
}

/** @throws {MissingAdapter | MissingAdapterMethods} */
function resealable(adapter: CompleteAdapter | undefined): CompleteAdapter {
  if (!adapter) throw new MissingAdapter('adapter: there are no stored tokens without one');
  const missing = NEEDED.filter((operation) => !adapter.has(operation));
  if (missing.length === 0) return adapter;
  throw new MissingAdapterMethods(`adapter: sealing tokens anew needs ${missing.join(' and ')}`);
}
