import type { AdapterUser, AddressProof, Registration } from '@authnest/core';
import type { AuthTables } from '../store/auth-tables.js';
import type { Operation } from '../operations/operation.js';
import type { AccountKey } from './accounts.js';
import { assertNotDeleted } from './assert-not-deleted.js';
import { deleteUser } from './delete-user.js';
import { proveUser } from './prove-user.js';
import { registerUser } from './register-user.js';
import { withoutEmptyEmail } from './without-empty-email.js';

/** Operations on users. */
export class Users {
  constructor(
    private readonly tables: AuthTables,
    private readonly operation: Operation,
  ) {}

  /** @throws {StoreError} if a unique key is taken */
  async create(user: AdapterUser): Promise<AdapterUser> {
    const { id } = await this.tables.users.insert(this.operation, withoutEmptyEmail(user));
    return this.get(id);
  }

  /**
   * Stores a user with the first account, session and passkey.
   * @returns null, having stored nothing, if a unique key is taken
   * @throws {AccessDenied} if the key belongs to a soft-deleted user
   */
  async register(registration: Registration): Promise<AdapterUser | null> {
    const id = await registerUser(this.tables, this.operation, registration);
    if (id !== null) return this.get(id);
    const { user, account } = registration;
    await assertNotDeleted(this.tables, this.operation, { email: user.email, account });
    return null;
  }

  /** @returns null, having changed nothing, if the user was deleted, has another address, or is proven */
  async prove(proof: AddressProof): Promise<AdapterUser | null> {
    const { id } = proof;
    return (await proveUser(this.tables, this.operation, proof)) ? this.find({ id }) : null;
  }

  private find(key: { id: string } | { email: string }): Promise<AdapterUser | null> {
    return this.tables.users.find(this.operation, key);
  }

  /** The exact spelling first; another letter case only if another system stored such addresses. */
  async findByEmail(email: string): Promise<AdapterUser | null> {
    const exact = await this.find({ email });
    if (exact || email === '') return exact;
    const spelled = await this.tables.spelledAddresses.spelled(this.operation, email);
    return spelled === null ? null : this.find({ email: spelled });
  }

  /** At most one SELECT: every guarded request with sessions in Redis runs it. */
  async findById(id: string): Promise<AdapterUser | null> {
    const found = await this.tables.userById.find(this.operation, id);
    return found ? (found.row as unknown as AdapterUser) : null;
  }

  /** One SELECT over both tables. */
  async findByAccount({ provider, providerAccountId }: AccountKey): Promise<AdapterUser | null> {
    const [found] = await this.tables.accountWithUser.run(this.operation, [
      provider,
      providerAccountId,
    ]);
    return found ? (found.user as unknown as AdapterUser) : null;
  }

  /** @throws {Error} if there is no such user */
  async update(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): Promise<AdapterUser> {
    const { id, accessEndedAt: _onlyRaised, ...patch } = user;
    await this.tables.users.update(this.operation, { id }, { patch: withoutEmptyEmail(patch) });
    return this.get(id);
  }

  /** Deletes a user, even a soft-deleted one, with accounts, sessions and authenticators. */
  async remove(id: string): Promise<AdapterUser | null> {
    const { deletedUsers } = this.tables;
    const found = await (deletedUsers?.find(this.operation, id) ?? this.find({ id }));
    if (!found) return null;
    return (await deleteUser(this.tables, this.operation, found.id)) ? found : null;
  }

  private async get(id: string): Promise<AdapterUser> {
    const user = await this.find({ id });
    if (!user) throw new Error('TypeOrmAdapter: there is no user with this id');
    return user;
  }
}
