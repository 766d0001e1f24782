import type { AdapterAccount } from '@authnest/core';
import type { AuthTable } from '../store/auth-table.js';
import type { AuthTables } from '../store/auth-tables.js';
import type { Operation } from '../store/operation.js';
import { StoreError } from '../store/store-error.js';
import { assertNotDeleted } from './assert-not-deleted.js';

type AccountKey = Pick<AdapterAccount, 'provider' | 'providerAccountId'>;

/** The accounts. Members that a provider did not give are absent, not null. */
export class Accounts {
  private readonly table: AuthTable<AdapterAccount>;

  constructor(
    private readonly tables: AuthTables,
    private readonly operation: Operation,
  ) {
    this.table = tables.accounts;
  }

  async link(account: AdapterAccount): Promise<AdapterAccount> {
    try {
      return await this.table.insert(this.operation, account);
    } catch (thrown) {
      const isTaken = thrown instanceof StoreError && thrown.isConflict;
      if (isTaken) await assertNotDeleted(this.tables, this.operation, { account });
      throw thrown;
    }
  }

  async unlink({ provider, providerAccountId }: AccountKey): Promise<AdapterAccount | null> {
    return withoutNulls(await this.table.take(this.operation, { provider, providerAccountId }));
  }

  async find({ provider, providerAccountId }: AccountKey): Promise<AdapterAccount | null> {
    return withoutNulls(await this.table.find(this.operation, { provider, providerAccountId }));
  }

  async listByUser(userId: string): Promise<AdapterAccount[]> {
    const accounts = await this.table.list(this.operation, { userId });
    return accounts.flatMap((account) => withoutNulls(account) ?? []);
  }

  /** Never the owner. */
  async update(account: Partial<AdapterAccount> & AccountKey): Promise<AdapterAccount | null> {
    const { provider, providerAccountId, id: _id, userId: _userId, ...patch } = account;
    return withoutNulls(
      await this.table.patch(this.operation, { provider, providerAccountId }, patch),
    );
  }
}

function withoutNulls(account: AdapterAccount | null): AdapterAccount | null {
  if (!account) return null;
  const entries = Object.entries(account).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as unknown as AdapterAccount;
}
