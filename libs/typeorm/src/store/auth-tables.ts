import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '@authnest/core';
import type { DataSource } from 'typeorm';
import type { AuthEntityMap } from '../entities/auth-entities.js';
import { findAuthEntities } from '../entities/find-auth-entities.js';
import { AuthTable } from './auth-table.js';
import { SelectStatement } from './select-statement.js';

/** The five tables of a DataSource, and the two reads that bring a user along. */
export class AuthTables {
  readonly users: AuthTable<AdapterUser>;
  readonly accounts: AuthTable<AdapterAccount>;
  readonly sessions: AuthTable<AdapterSession>;
  readonly verificationTokens: AuthTable<VerificationToken>;
  readonly authenticators: AuthTable<AdapterAuthenticator>;
  /** By provider and providerAccountId. */
  readonly accountWithUser: SelectStatement;
  /** By sessionToken. */
  readonly sessionWithUser: SelectStatement;

  /** @throws {Error} when the DataSource is not initialised or lacks the entities */
  constructor(dataSource: DataSource, entities?: AuthEntityMap) {
    if (!dataSource.isInitialized) {
      throw new Error(
        'TypeOrmAdapter: the DataSource is not initialised; await `dataSource.initialize()` ' +
          'before the first request',
      );
    }
    const found = findAuthEntities(dataSource, entities);
    this.users = new AuthTable(dataSource, found.user);
    this.accounts = new AuthTable(dataSource, found.account);
    this.sessions = new AuthTable(dataSource, found.session);
    this.verificationTokens = new AuthTable(dataSource, found.verificationToken);
    this.authenticators = new AuthTable(dataSource, found.authenticator);

    const user = this.users.metadata;
    this.accountWithUser = new SelectStatement(dataSource, {
      from: this.accounts.metadata,
      user,
      where: ['provider', 'providerAccountId'],
    });
    this.sessionWithUser = new SelectStatement(dataSource, {
      from: this.sessions.metadata,
      user,
      where: ['sessionToken'],
    });
  }
}
