import { AccessDenied, type AdapterUser } from '@authnest/core';
import type { DataSource, EntityMetadata } from 'typeorm';
import { endSessionsOfDeleted } from './end-sessions-of-deleted.js';
import type { Condition, Operation } from '../operations/operation.js';
import { SelectStatement } from './select-statement.js';

/** The unique keys of a row that could not be inserted. */
export interface Claim {
  readonly email?: string | null;
  readonly account?: { readonly provider: string; readonly providerAccountId: string };
}

/** Finds soft-deleted users, which all other look-ups leave out. */
export class DeletedUsers {
  private constructor(
    private readonly byId: SelectStatement,
    private readonly byEmail: SelectStatement,
    private readonly byAccount: SelectStatement,
    /** Ends sessions from now on, which a DataSource forgets when it is initialized again. */
    readonly endSessions: () => void,
  ) {}

  /** Returns undefined if the user entity has no `@DeleteDateColumn`. */
  static of(
    dataSource: DataSource,
    tables: Readonly<Record<'user' | 'account' | 'session', EntityMetadata>>,
  ): DeletedUsers | undefined {
    const { user, account, session } = tables;
    if (!user.deleteDateColumn) return undefined;
    const endSessions = () => endSessionsOfDeleted(dataSource, user, session);
    endSessions();
    return new DeletedUsers(
      new SelectStatement(dataSource, { from: user, where: ['id'], deleted: 'too' }),
      new SelectStatement(dataSource, { from: user, where: ['email'], deleted: 'only' }),
      new SelectStatement(dataSource, {
        from: account,
        user,
        where: ['provider', 'providerAccountId'],
        deleted: 'only',
      }),
      endSessions,
    );
  }

  /** Returns the user with this id, soft-deleted or not. */
  async find(operation: Operation, id: string): Promise<AdapterUser | null> {
    const [found] = await this.byId.run(operation, [id]);
    return found ? (found.row as unknown as AdapterUser) : null;
  }

  /** Returns a condition that such a user exists, which locks the row; null if none can. */
  exists(id: string): Condition | null {
    return this.byId.condition([id], (rows) => rows.length > 0);
  }

  /** Whether an address or an account belongs to a soft-deleted user. */
  async own(operation: Operation, { email, account }: Claim): Promise<boolean> {
    const byAccount = account
      ? await this.byAccount.run(operation, [account.provider, account.providerAccountId])
      : [];
    return byAccount.length > 0 || (await this.byEmail.run(operation, [email])).length > 0;
  }
}

/** Returns the error for a unique key of a soft-deleted user. */
export function deniedAsDeleted(): AccessDenied {
  return new AccessDenied('the user with this account or address is deleted (@DeleteDateColumn)');
}
