import type { AccountsToReseal, AdapterAccount } from '@authnest/core';

const TOKENS = ['access_token', 'refresh_token', 'id_token'] as const;

/** Returns the accounts with a token that lacks the prefix, ordered by their keys. */
export function accountsToReseal(
  accounts: readonly AdapterAccount[],
  { prefix, limit, after }: AccountsToReseal,
): AdapterAccount[] {
  const isDue = (account: AdapterAccount): boolean =>
    TOKENS.some((name) => typeof account[name] === 'string' && !account[name].startsWith(prefix));
  return accounts
    .filter((account) => isDue(account) && (!after || compare(account, after) > 0))
    .sort(compare)
    .slice(0, limit);
}

type Key = Pick<AdapterAccount, 'provider' | 'providerAccountId'>;

function compare(one: Key, other: Key): number {
  return (
    order(one.provider, other.provider) || order(one.providerAccountId, other.providerAccountId)
  );
}

function order(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
