import {
  type AdapterAccount,
  type AdapterAuthenticator,
  type AdapterChallenge,
  type AdapterSession,
  type AdapterUser,
  type FeatureRow,
  type FeatureTable,
  OPTIONAL_COLUMNS,
  type OptionalColumn,
  type VerificationToken,
} from '@authnest/core';
import { MemoryTable } from './memory-table.js';

interface FeatureRowsInMemory {
  readonly rows: MemoryTable<FeatureRow>;
  readonly isOwned: boolean;
}

/** The tables, with their unique keys. @see docs/design/wire-contract.md 13.2 */
export class MemoryTables {
  readonly users: MemoryTable<AdapterUser>;
  readonly accounts: MemoryTable<AdapterAccount>;
  readonly sessions: MemoryTable<AdapterSession>;
  readonly verificationTokens = new MemoryTable<VerificationToken>('verificationTokens', [
    ['identifier', 'token'],
  ]);
  readonly spent = new MemoryTable<{ key: string; expires: Date }>('spent', [['key']]);
  readonly challenges = new MemoryTable<AdapterChallenge>('challenges', [['id']]);
  readonly revocations = new MemoryTable<{ marker: string; endedBefore: Date; expires: Date }>(
    'revocations',
    [['marker']],
  );
  readonly authenticators: MemoryTable<AdapterAuthenticator>;
  /** Those of features, made at their first use. */
  private readonly features = new Map<string, FeatureRowsInMemory>();

  /** @param columns - the ones of {@link OPTIONAL_COLUMNS} that are stored */
  constructor(columns: readonly OptionalColumn[]) {
    const absent = (table: string) =>
      OPTIONAL_COLUMNS.filter((column) => !columns.includes(column))
        .map((column) => column.split('.'))
        .flatMap(([of, member = '']) => (of === table ? [member] : []));
    this.users = new MemoryTable('users', [['id'], ['email']], absent('users'));
    const accountKey = [['provider', 'providerAccountId']] as const;
    this.accounts = new MemoryTable('accounts', accountKey, absent('accounts'));
    this.sessions = new MemoryTable('sessions', [['sessionToken']], absent('sessions'));
    this.authenticators = new MemoryTable(
      'authenticators',
      [['credentialID']],
      absent('authenticators'),
    );
  }

  /** Removes a user and all rows that belong to the user. */
  removeUser(id: string): AdapterUser | null {
    this.removeAccess(id);
    return this.users.remove({ id });
  }

  /** Removes everything that gives access to a user. */
  removeAccess(userId: string): void {
    this.accounts.remove({ userId });
    this.sessions.remove({ userId });
    this.authenticators.remove({ userId });
    for (const { rows, isOwned } of this.features.values()) if (isOwned) rows.remove({ userId });
  }

  /** Returns the table of a feature. */
  rowsOf({ table, unique, owner }: FeatureTable): MemoryTable<FeatureRow> {
    const known = this.features.get(table);
    if (known) return known.rows;
    const rows = new MemoryTable<FeatureRow>(table, unique);
    this.features.set(table, { rows, isOwned: owner !== undefined });
    return rows;
  }

  /** Runs work, and restores users, accounts, sessions and authenticators if it throws. */
  atomically<T>(work: () => T): T {
    const features = [...this.features.values()].map(({ rows }) => rows);
    const { users, accounts, sessions, authenticators } = this;
    const restores = [users, accounts, sessions, authenticators, ...features].map((table) =>
      table.snapshot(),
    );
    try {
      return work();
    } catch (error) {
      for (const restore of restores) restore();
      throw error;
    }
  }

  /** @throws {Error} if no user has this id, as with a foreign key in a database */
  assertUser(userId: string): void {
    if (!this.users.find({ id: userId })) throw new Error('users: there is no user with this id');
  }
}
