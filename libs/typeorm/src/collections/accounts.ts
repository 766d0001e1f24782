import type { AccountAdvance, AccountsToReseal, AdapterAccount } from '@authnest/core';
import type { AuthTable } from '../store/auth-table.js';
import type { AuthTables } from '../store/auth-tables.js';
import type { Operation } from '../operations/operation.js';
import { StoreError } from '../operations/store-error.js';
import { idOfRaw } from '../store/row-key.js';
import { selectToReseal } from './accounts-to-reseal.js';
import { assertNotDeleted } from './assert-not-deleted.js';

/** The members that identify an account. */
export type AccountKey = Pick<AdapterAccount, 'provider' | 'providerAccountId'>;

/** Operations on accounts. Members that a provider did not return are absent, not null. */
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

  /** Never changes the owner. */
  async update(account: Partial<AdapterAccount> & AccountKey): Promise<AdapterAccount | null> {
    const { provider, providerAccountId, id: _id, userId: _userId, ...patch } = account;
    return withoutNulls(
      await this.table.patch(this.operation, { provider, providerAccountId }, patch),
    );
  }

  /** One UPDATE with all conditions, so only one of several calls with one version succeeds. */
  advance(account: AccountAdvance): Promise<boolean> {
    const { provider, providerAccountId, userId, tokenVersion, ...members } = account;
    const { id: _id, ...patch } = members;
    return this.table.update(
      this.operation,
      { provider, providerAccountId, ...(userId !== undefined && { userId }) },
      { patch: { ...patch, tokenVersion }, at: { tokenVersion: tokenVersion - 1 } },
    );
  }

  async listToReseal(query: AccountsToReseal): Promise<AdapterAccount[]> {
    const { repository } = this.table;
    const [sql, parameters] = selectToReseal(repository, query);
    const ids = await this.operation.select('select from accounts', sql, parameters);
    const found = await Promise.all(
      ids.map(({ id }) => this.table.find(this.operation, { id: idOfRaw(id, repository) })),
    );
    return found.flatMap((account) => withoutNulls(account) ?? []);
  }
}

function withoutNulls(account: AdapterAccount | null): AdapterAccount | null {
  if (!account) return null;
  const entries = Object.entries(account).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as unknown as AdapterAccount;
}
