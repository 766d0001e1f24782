import type { AdapterAccount, AdapterUser } from '@authnest/core';
import type { AuthTables } from '../store/auth-tables.js';
import { withoutEmptyEmail } from './without-empty-email.js';

/** The users. */
export class Users {
  constructor(private readonly tables: AuthTables) {}

  async create(user: AdapterUser): Promise<AdapterUser> {
    const { id } = await this.tables.users.insert(withoutEmptyEmail(user));
    return this.get(id);
  }

  /** @throws {Error} when there is no such user */
  async get(id: string): Promise<AdapterUser> {
    const user = await this.find({ id });
    if (!user) throw new Error('TypeOrmAdapter: there is no user with this id');
    return user;
  }

  find(key: { id: string } | { email: string }): Promise<AdapterUser | null> {
    return this.tables.users.find(key);
  }

  /** One SELECT over both tables. */
  async findByAccount(
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Promise<AdapterUser | null> {
    const { provider, providerAccountId } = account;
    const [found] = await this.tables.accountWithUser.run([provider, providerAccountId]);
    return found ? (found.user as unknown as AdapterUser) : null;
  }

  /** @throws {Error} when there is no such user */
  async update(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): Promise<AdapterUser> {
    const { id, ...patch } = user;
    await this.tables.users.update({ id }, withoutEmptyEmail(patch));
    return this.get(id);
  }

  /** Accounts, sessions and authenticators go by the cascade of their foreign keys, if any. */
  async remove(id: string): Promise<AdapterUser | null> {
    const { users, cascades } = this.tables;
    if (cascades) return users.take({ id });
    const found = await this.find({ id });
    return found && (await this.tables.removeUser(found.id)) ? found : null;
  }
}
