import type { AdapterAccount } from '@authnest/core';
import type { Collections } from './collections.js';
import { linked } from './read-record.js';
import type {
  RecordFilter,
  RecordLink,
  RecordStoreClient,
  StoredRecord,
} from './record-store-client.port.js';
import { storedFields, TOKEN_FIELDS } from './stored-fields.js';

/** The members that identify an account. */
export type AccountKey = Pick<AdapterAccount, 'provider' | 'providerAccountId'>;

/** Removes the tokens of a former owner. @see docs/design/security-bar.md DT27 */
const NO_TOKENS = Object.fromEntries(TOKEN_FIELDS.map((field) => [field, null]));

/**
 * Accounts and their join records. Only the join record links an account. An account without one
 * was left by a process that ended between two writes, or unlinked by older software.
 * @see docs/design/wire-contract.md 13.4
 */
export class LinkedAccounts {
  constructor(
    private readonly client: RecordStoreClient,
    private readonly collections: Collections,
  ) {}

  /** Finds the join record, and loads its `user` and `account`. */
  find({ provider, providerAccountId }: AccountKey): Promise<StoredRecord | null> {
    const filter: RecordFilter = {
      'account.provider': provider,
      'account.providerAccountId': providerAccountId,
    };
    return this.client.first(this.collections.usersAccounts, {
      filter,
      links: ['user', 'account'],
    });
  }

  /**
   * @throws {Error} if the account is already linked, as the unique keys of the store show, or is
   * removed meanwhile
   */
  async link({ userId, ...account }: AdapterAccount): Promise<void> {
    const { users, accounts, usersAccounts } = this.collections;
    const user: RecordLink = { collection: users, id: userId };
    const fields = { ...storedFields('account', account), user };
    const created = await this.createOrAdopt(account, fields);
    // While it is linked to nobody: the process may end before the last write.
    if (created.adopted) await this.client.update(accounts, created.id, NO_TOKENS);
    const join = await this.client.create(usersAccounts, {
      user,
      account: { collection: accounts, id: created.id },
    });
    // Again: another call may have adopted the record meanwhile, or removed it with its former link.
    if (await this.client.update(accounts, created.id, fields)) return;
    await this.client.delete(usersAccounts, join.id);
    throw new Error('linkAccount: the account was removed meanwhile');
  }

  /** Removes the join record first: without it, the account is linked to nobody. */
  async unlink(join: StoredRecord): Promise<void> {
    const account = linked(join, 'account');
    await this.client.delete(this.collections.usersAccounts, join.id);
    if (account) await this.client.delete(this.collections.accounts, account.id);
  }

  /**
   * Creates an account record, or adopts one that is not linked. Of two callers that adopt the same
   * record at once, only the one that then creates the join record succeeds.
   */
  private async createOrAdopt(
    key: AccountKey,
    fields: Parameters<RecordStoreClient['create']>[1],
  ): Promise<{ id: string; adopted: boolean }> {
    const { accounts, usersAccounts } = this.collections;
    try {
      return { id: (await this.client.create(accounts, fields)).id, adopted: false };
    } catch (thrown) {
      const join = await this.find(key);
      if (join && linked(join, 'user')) throw thrown;
      // The user that this join record refers to was deleted.
      if (join) await this.client.delete(usersAccounts, join.id);
      const { provider, providerAccountId } = key;
      const left = await this.client.first(accounts, { filter: { provider, providerAccountId } });
      if (!left) throw thrown;
      return { id: left.id, adopted: true };
    }
  }
}
