import type { AdapterAccount } from '@authnest/core';
import type { AuthTable } from '../store/auth-table.js';

type AccountKey = Pick<AdapterAccount, 'provider' | 'providerAccountId'>;

/** The accounts. Members that a provider did not give are absent, not null. */
export class Accounts {
  constructor(private readonly table: AuthTable<AdapterAccount>) {}

  link(account: AdapterAccount): Promise<AdapterAccount> {
    return this.table.insert(account);
  }

  async unlink({ provider, providerAccountId }: AccountKey): Promise<AdapterAccount | null> {
    return withoutNulls(await this.table.take({ provider, providerAccountId }));
  }

  async find({ provider, providerAccountId }: AccountKey): Promise<AdapterAccount | null> {
    return withoutNulls(await this.table.find({ provider, providerAccountId }));
  }

  async listByUser(userId: string): Promise<AdapterAccount[]> {
    const accounts = await this.table.list({ userId });
    return accounts.flatMap((account) => withoutNulls(account) ?? []);
  }

  /** Never the owner. */
  async update(account: Partial<AdapterAccount> & AccountKey): Promise<AdapterAccount | null> {
    const { provider, providerAccountId, id: _id, userId: _userId, ...patch } = account;
    return withoutNulls(await this.table.patch({ provider, providerAccountId }, patch));
  }
}

function withoutNulls(account: AdapterAccount | null): AdapterAccount | null {
  if (!account) return null;
  const entries = Object.entries(account).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as unknown as AdapterAccount;
}
