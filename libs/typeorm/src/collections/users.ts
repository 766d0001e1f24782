import type { AdapterAccount, AdapterUser } from '@authnest/core';
import type { AuthTables } from '../store/auth-tables.js';
import type { Operation } from '../store/operation.js';
import { withoutEmptyEmail } from './without-empty-email.js';

/** The users. */
export class Users {
  constructor(
    private readonly tables: AuthTables,
    private readonly operation: Operation,
  ) {}

  async create(user: AdapterUser): Promise<AdapterUser> {
    const { id } = await this.tables.users.insert(this.operation, withoutEmptyEmail(user));
    return this.get(id);
  }

  /** @throws {Error} when there is no such user */
  async get(id: string): Promise<AdapterUser> {
    const user = await this.find({ id });
    if (!user) throw new Error('TypeOrmAdapter: there is no user with this id');
    return user;
  }

  find(key: { id: string } | { email: string }): Promise<AdapterUser | null> {
    return this.tables.users.find(this.operation, key);
  }

  /** One SELECT over both tables. */
  async findByAccount(
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Promise<AdapterUser | null> {
    const { provider, providerAccountId } = account;
    const [found] = await this.tables.accountWithUser.run(this.operation, [
      provider,
      providerAccountId,
    ]);
    return found ? (found.user as unknown as AdapterUser) : null;
  }

  /** @throws {Error} when there is no such user */
  async update(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): Promise<AdapterUser> {
    const { id, ...patch } = user;
    await this.tables.users.update(this.operation, { id }, { patch: withoutEmptyEmail(patch) });
    return this.get(id);
  }

  /**
   * Erases a user, also one whom the application deleted softly. Accounts, sessions and
   * authenticators go by the cascade of their foreign keys, if any.
   */
  async remove(id: string): Promise<AdapterUser | null> {
    const { users, cascades, deletedUsers } = this.tables;
    const found = await (deletedUsers?.find(this.operation, id) ?? this.find({ id }));
    if (!found) return null;
    const isRemoved = cascades
      ? (await users.remover.remove(this.operation, { id: found.id })) > 0
      : await this.tables.removeUser(this.operation, found.id);
    return isRemoved ? found : null;
  }
}
