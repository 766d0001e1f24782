import { aUser, MemoryAdapter } from '@authnest/testing';
import type { Adapter } from './adapter.port.js';
import { completeAdapter } from './complete-adapter.js';
import { isProven } from './is-proven.js';

function adapterWith(accounts: readonly object[], overrides: Partial<Adapter> = {}) {
  const own = Object.assign(new MemoryAdapter(), {
    listAccountsByUserId: () => accounts,
    ...overrides,
  });
  return completeAdapter(own as Adapter, { timeoutMs: 1000, logger: {} });
}

describe('isProven', () => {
  const unproven = aUser({ emailVerified: null });

  it.each([
    ['no account', [], false],
    ['an account whose provider has verified the address', [{ emailVerified: true }], true],
    ['an account whose provider has not', [{ emailVerified: false }], false],
    ['accounts that were stored before this was known', [{ emailVerified: null }, {}], false],
    ['two accounts, one of which counts', [{ emailVerified: null }, { emailVerified: true }], true],
  ])('decides by the accounts: %s (A25)', async (_, accounts, expected) => {
    expect(await isProven(adapterWith(accounts), unproven)).toBe(expected);
  });

  it('needs no account if the user has followed a link, or if the adapter knows nothing', async () => {
    const proven = aUser({ emailVerified: new Date() });

    expect(await isProven(adapterWith([]), proven)).toBe(true);
    expect(await isProven(adapterWith([], { columns: [] }), unproven)).toBe(true);
    const silent = adapterWith([], { listAccountsByUserId: undefined });
    expect(await isProven(silent, unproven)).toBe(true);
  });
});
