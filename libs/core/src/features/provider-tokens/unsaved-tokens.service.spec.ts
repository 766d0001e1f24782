import { jest } from '@jest/globals';
import { MemoryAdapter } from '@authnest/testing';
import { type CompleteAdapter, completeAdapter } from '../../adapter/complete-adapter.js';
import type { StoredTokens } from './stored-tokens.js';
import { UnsavedTokensService } from './unsaved-tokens.service.js';

const ACCOUNTS = 5000;

function tokensOf(nth: number): StoredTokens {
  const [provider, providerAccountId] = ['idp', `account-${nth}`];
  const refreshToken = `rt-${nth}`;
  return {
    userId: `u-${nth}`,
    provider,
    providerAccountId,
    refreshToken,
    scopes: [],
    version: 1,
    isUnreadable: false,
  };
}

describe('UnsavedTokensService', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('keeps the tokens of the newest 1,000 of 5,000 accounts, and no timer after its retries (J20)', async () => {
    const service = new UnsavedTokensService();
    const adapter = completeAdapter(new MemoryAdapter(), { timeoutMs: 1000, logger: {} });
    const store = jest.fn(() => Promise.reject(new Error('the store is down')));
    for (let nth = 0; nth < ACCOUNTS; nth += 1) {
      service.keep(adapter, tokensOf(nth), { tokens: tokensOf(nth), store });
    }

    await jest.advanceTimersByTimeAsync(60_000);

    expect(jest.getTimerCount()).toBe(0);
    expect(store).toHaveBeenCalledTimes(3 * ACCOUNTS);
    const kept = await Promise.all(
      Array.from({ length: ACCOUNTS }, (_, nth) => service.settle(adapter, tokensOf(nth))),
    );
    const isKept = kept.map((tokens) => tokens !== undefined);
    expect(isKept.indexOf(true)).toBe(ACCOUNTS - 1000);
    expect(isKept.filter(Boolean)).toHaveLength(1000);
  });

  it('finds what was kept for an adapter with another configuration (J04)', async () => {
    const service = new UnsavedTokensService();
    const own = new MemoryAdapter();
    const [one, other] = [1000, 2000].map((timeoutMs) =>
      completeAdapter(own, { timeoutMs, logger: {} }),
    ) as [CompleteAdapter, CompleteAdapter];
    const store = (): Promise<never> => Promise.reject(new Error('the store is down'));

    service.keep(one, tokensOf(1), { tokens: tokensOf(2), store });

    expect(await service.settle(other, tokensOf(1))).toEqual(tokensOf(2));
    expect(service.findByUser(other, 'u-2', 'idp')).toEqual(tokensOf(2));
  });

  it('keeps nothing for an account that has another refresh token by now (J05)', async () => {
    const service = new UnsavedTokensService();
    const adapter = completeAdapter(new MemoryAdapter(), { timeoutMs: 1000, logger: {} });
    const store = jest.fn(() => Promise.resolve());
    service.keep(adapter, tokensOf(1), { tokens: tokensOf(2), store });

    const newer = { ...tokensOf(1), refreshToken: 'of a later sign-in' };
    expect(await service.settle(adapter, newer)).toBeUndefined();
    expect(store).not.toHaveBeenCalled();
  });

  it('keeps the newest tokens of an account if older ones are stored late (J04)', async () => {
    const service = new UnsavedTokensService();
    const adapter = completeAdapter(new MemoryAdapter(), { timeoutMs: 1000, logger: {} });
    const refused = (): Promise<never> => Promise.reject(new Error('the store is down'));
    service.keep(adapter, tokensOf(1), { tokens: tokensOf(2), store: () => Promise.resolve() });
    service.keep(adapter, tokensOf(1), { tokens: tokensOf(3), store: refused });

    await jest.advanceTimersByTimeAsync(60_000);

    expect(await service.settle(adapter, tokensOf(1))).toEqual(tokensOf(3));
  });

  it('finds only what was kept for this user and provider (J18)', () => {
    const service = new UnsavedTokensService();
    const adapter = completeAdapter(new MemoryAdapter(), { timeoutMs: 1000, logger: {} });
    const store = (): Promise<never> => Promise.reject(new Error('the store is down'));
    service.keep(adapter, tokensOf(1), { tokens: tokensOf(1), store });

    expect(service.findByUser(adapter, 'u-1', 'idp')).toEqual(tokensOf(1));
    expect(service.findByUser(adapter, 'u-2', 'idp')).toBeUndefined();
    expect(service.findByUser(adapter, 'u-1', 'other')).toBeUndefined();
  });

  it('tries once more to store tokens before shutdown, and not afterwards', async () => {
    const service = new UnsavedTokensService();
    const adapter = completeAdapter(new MemoryAdapter(), { timeoutMs: 1000, logger: {} });
    const taken = jest.fn(() => Promise.resolve());
    const refused = jest.fn(() => Promise.reject(new Error('the store is down')));
    service.keep(adapter, tokensOf(1), { tokens: tokensOf(1), store: refused });
    service.keep(adapter, tokensOf(2), { tokens: tokensOf(2), store: taken });

    await service.beforeApplicationShutdown();
    await jest.advanceTimersByTimeAsync(60_000);

    expect(taken).toHaveBeenCalledTimes(1);
    expect(refused).toHaveBeenCalledTimes(1);
  });
});
