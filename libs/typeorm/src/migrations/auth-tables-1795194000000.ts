import type { ColumnKind } from '../entities/column-kinds.js';

/** The kind of a column; a question mark means that the column allows null. */
export type MigratedColumn = ColumnKind | `${ColumnKind}?`;

/** A table as a migration creates it. */
export interface MigratedTable {
  readonly table: string;
  readonly columns: Readonly<Record<string, MigratedColumn>>;
  readonly unique: readonly (readonly string[])[];
  /** Unique keys that are constraints, not indexes, if the database distinguishes them. */
  readonly constraints?: readonly (readonly string[])[];
  readonly indexed: readonly (readonly string[])[];
  readonly ownedByUser?: true;
  /** What happens to the rows of a deleted user. @default 'CASCADE' */
  readonly onDelete?: 'CASCADE' | 'NO ACTION';
}

/**
 * The tables as of 2026-11-20. They are written out, not derived from the entities: a migration
 * must stay the same when the entities change. @see docs/design/wire-contract.md 13.3, 13.5
 */
export const authTables1795194000000: readonly MigratedTable[] = [
  {
    table: 'users',
    columns: {
      name: 'string?',
      email: 'identifier?',
      emailVerified: 'timestamp?',
      image: 'text?',
    },
    unique: [['email']],
    indexed: [],
  },
  {
    table: 'accounts',
    columns: {
      userId: 'reference',
      type: 'string',
      provider: 'identifier',
      providerAccountId: 'longIdentifier',
      refresh_token: 'text?',
      access_token: 'text?',
      expires_at: 'seconds?',
      token_type: 'string?',
      scope: 'text?',
      id_token: 'text?',
      session_state: 'json?',
      emailVerified: 'boolean?',
    },
    unique: [['provider', 'providerAccountId']],
    indexed: [['userId']],
    ownedByUser: true,
  },
  {
    table: 'sessions',
    columns: {
      sessionToken: 'longIdentifier',
      userId: 'reference',
      expires: 'timestamp',
      createdAt: 'timestamp?',
    },
    unique: [['sessionToken']],
    indexed: [['userId'], ['expires']],
    ownedByUser: true,
  },
  {
    table: 'verification_tokens',
    columns: { identifier: 'identifier', token: 'identifier', expires: 'timestamp' },
    unique: [['identifier', 'token']],
    indexed: [['expires']],
  },
  {
    table: 'authenticators',
    columns: {
      credentialID: 'longIdentifier',
      userId: 'reference',
      providerAccountId: 'longIdentifier',
      credentialPublicKey: 'text',
      counter: 'counter',
      credentialDeviceType: 'string',
      credentialBackedUp: 'boolean',
      transports: 'string?',
      name: 'string?',
    },
    unique: [['credentialID']],
    indexed: [['userId']],
    ownedByUser: true,
  },
];
