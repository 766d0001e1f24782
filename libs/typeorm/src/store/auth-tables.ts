import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterChallenge,
  AdapterSession,
  AdapterUser,
  FeatureRow,
  VerificationToken,
} from '@authnest/core';
import type { DataSource, EntityMetadata } from 'typeorm';
import type { AuthEntityMap, AuthJsEntityMap } from '../entities/auth-entities.js';
import { roleOf } from '../entities/auth-role.js';
import { findAuthEntities } from '../entities/find-auth-entities.js';
import { AuthTable } from './auth-table.js';
import { DeletedUsers } from './deleted-users.js';
import { Operations, type StatementOptions } from '../operations/operations.js';
import { JoinedLookUps } from './joined-look-ups.js';
import { SelectStatement } from './select-statement.js';
import { SpelledAddresses } from './spelled-addresses.js';

/** A mark of the time up to which the sessions with a marker have ended. */
export interface RevocationRow {
  readonly marker: string;
  readonly endedBefore: Date;
  readonly expires: Date;
}

/** What is kept between two steps of a person. */
export type ChallengeRow = Omit<AdapterChallenge, 'id'> & { readonly handleHash: string };

/** The tables of a DataSource, and the two look-ups that also return the user. */
export class AuthTables {
  readonly users: AuthTable<AdapterUser>;
  readonly accounts: AuthTable<AdapterAccount>;
  readonly sessions: AuthTable<AdapterSession>;
  readonly verificationTokens: AuthTable<VerificationToken>;
  /** Undefined in the layout `auth.js`. */
  readonly authenticators?: AuthTable<AdapterAuthenticator>;
  /** Undefined if the entities have none. */
  readonly sessionRevocations?: AuthTable<RevocationRow>;
  /** Undefined if the entities have none. */
  readonly challenges?: AuthTable<ChallengeRow>;
  /** Those of features, by their names without prefix. */
  readonly features: ReadonlyMap<string, AuthTable<FeatureRow>>;
  /** By marker; look-ups in the same turn of the event loop are sent as one statement. */
  readonly revocationByMarker?: JoinedLookUps;
  /** By provider and providerAccountId. */
  readonly accountWithUser: SelectStatement;
  /** By sessionToken. */
  readonly sessionWithUser: JoinedLookUps;
  /** By id. */
  readonly userById: JoinedLookUps;
  readonly operations: Operations;
  readonly spelledAddresses: SpelledAddresses;
  /** The soft-deleted users; undefined if the user entity has no delete date. */
  readonly deletedUsers: DeletedUsers | undefined;

  /** @throws {Error} if the DataSource is not initialized or lacks the entities */
  constructor(
    dataSource: DataSource,
    entities?: AuthJsEntityMap & Partial<AuthEntityMap>,
    statements?: StatementOptions,
  ) {
    if (!dataSource.isInitialized) {
      throw new Error(
        'TypeOrmAdapter: the DataSource is not initialized; await `dataSource.initialize()` ' +
          'before the first request',
      );
    }
    this.operations = new Operations(dataSource, statements);
    const found = findAuthEntities(dataSource, entities);
    this.users = new AuthTable(dataSource, found.user);
    this.accounts = new AuthTable(dataSource, found.account);
    this.sessions = new AuthTable(dataSource, found.session);
    this.verificationTokens = new AuthTable(dataSource, found.verificationToken);
    if (found.authenticator) {
      this.authenticators = new AuthTable(dataSource, found.authenticator);
    }

    if (found.sessionRevocation) {
      this.sessionRevocations = new AuthTable(dataSource, found.sessionRevocation);
      const from = this.sessionRevocations.metadata;
      this.revocationByMarker = new JoinedLookUps(
        new SelectStatement(dataSource, { from, where: ['marker'] }),
      );
    }

    if (found.challenge) this.challenges = new AuthTable(dataSource, found.challenge);

    this.features = new Map(
      found.features.map((entity) => [
        `${roleOf(entity)?.definition.table}`,
        new AuthTable(dataSource, entity),
      ]),
    );

    const user = this.users.metadata;
    this.spelledAddresses = new SpelledAddresses(dataSource, user);
    this.userById = new JoinedLookUps(
      new SelectStatement(dataSource, { from: user, where: ['id'] }),
    );
    this.accountWithUser = new SelectStatement(dataSource, {
      from: this.accounts.metadata,
      user,
      where: ['provider', 'providerAccountId'],
    });
    this.deletedUsers = DeletedUsers.of(dataSource, {
      user,
      account: this.accounts.metadata,
      session: this.sessions.metadata,
    });
    const from = this.sessions.metadata;
    this.sessionWithUser = new JoinedLookUps(
      new SelectStatement(dataSource, { from, user, where: ['sessionToken'] }),
    );
  }

  /** The tables, for a look at what the database has. */
  get all(): readonly EntityMetadata[] {
    const { users, verificationTokens, accounts, sessions, authenticators } = this;
    const found = [users, accounts, sessions, verificationTokens, authenticators];
    return [...found, this.sessionRevocations, this.challenges, ...this.features.values()].flatMap(
      (table) => table?.metadata ?? [],
    );
  }

  /** The tables of rows that give access to a user. */
  get owned(): readonly Pick<AuthTable<object>, 'removal'>[] {
    const { sessions, accounts, authenticators } = this;
    const features = [...this.features.values()].filter(hasOwner);
    return [sessions, ...(authenticators ? [authenticators] : []), ...features, accounts];
  }
}

function hasOwner({ metadata }: AuthTable<FeatureRow>): boolean {
  return roleOf(metadata.target)?.definition.owner !== undefined;
}
