import type { FeatureTable } from '@authnest/core';
import type { ColumnKind } from './column-kinds.js';

/** The role of a table. */
export type AuthRole =
  | 'user'
  | 'account'
  | 'session'
  | 'verificationToken'
  | 'authenticator'
  | 'sessionRevocation'
  | 'challenge'
  | 'sessionRecord';

/** The roles that also exist in an Auth.js installation. */
export type AuthJsRole = Exclude<
  AuthRole,
  'authenticator' | 'sessionRevocation' | 'challenge' | 'sessionRecord'
>;

/** A column of a table. */
export interface ColumnDefinition {
  readonly kind: ColumnKind;
  readonly nullable?: true;
}

/** The definition of a table. */
export interface TableDefinition {
  /** The software that created it. @default ours */
  readonly layout?: 'auth.js';
  /** The table name without prefix. */
  readonly table: string;
  readonly columns: Readonly<Record<string, ColumnDefinition>>;
  /** Unique keys, as lists of property names. */
  readonly unique: readonly (readonly string[])[];
  /** One index for each other look-up, and one for deleting expired rows. */
  readonly indexed: readonly (readonly string[])[];
  /** Unique keys that are constraints, not indexes, if the database distinguishes them. */
  readonly constraints?: readonly (readonly string[])[];
  /** The properties of a unique key that the table should have but lacks. */
  readonly lackedKey?: readonly string[];
  /** Indexes that the table lacks, and that a separate migration may add. */
  readonly offered?: readonly (readonly string[])[];
  /** What happens to the rows of a deleted user; absent if rows have no owner. */
  readonly owner?: { readonly onDelete: OnDelete };
}

/** Tables that only some applications use: those of the registry, or of a feature. */
export type TableSet = 'sessionRegistry' | FeatureTable;

/** Returns the tables of features in a list of sets. */
export function featureTablesIn(sets: readonly TableSet[] = []): readonly FeatureTable[] {
  return sets.filter((set) => typeof set !== 'string');
}

/** The SQL action. */
export type OnDelete = 'CASCADE' | 'NO ACTION';

const identifier = { kind: 'identifier' } as const;
const longIdentifier = { kind: 'longIdentifier' } as const;
const text = { kind: 'text' } as const;
const timestamp = { kind: 'timestamp' } as const;
const nullable = { nullable: true } as const;

/** The tables. @see docs/design/wire-contract.md 13.3, 13.5; docs/design/decisions.md 26 */
export const tableDefinitions = {
  user: {
    table: 'users',
    columns: {
      name: { kind: 'string', ...nullable },
      email: { ...identifier, ...nullable },
      emailVerified: { ...timestamp, ...nullable },
      image: { ...text, ...nullable },
      accessEndedAt: { ...timestamp, ...nullable },
    },
    unique: [['email']],
    indexed: [],
  },
  account: {
    table: 'accounts',
    columns: {
      userId: { kind: 'reference' },
      type: { kind: 'string' },
      provider: identifier,
      providerAccountId: longIdentifier,
      refresh_token: { ...text, ...nullable },
      access_token: { ...text, ...nullable },
      expires_at: { kind: 'seconds', ...nullable },
      token_type: { kind: 'string', ...nullable },
      scope: { ...text, ...nullable },
      id_token: { ...text, ...nullable },
      session_state: { kind: 'json', ...nullable },
      emailVerified: { kind: 'boolean', ...nullable },
      tokenVersion: { kind: 'counter', ...nullable },
      refreshStartedAt: { ...timestamp, ...nullable },
      refreshRefusedAt: { ...timestamp, ...nullable },
      linkedAt: { ...timestamp, ...nullable },
    },
    unique: [['provider', 'providerAccountId']],
    indexed: [['userId']],
    owner: { onDelete: 'CASCADE' },
  },
  session: {
    table: 'sessions',
    columns: {
      sessionToken: longIdentifier,
      userId: { kind: 'reference' },
      expires: timestamp,
      createdAt: { ...timestamp, ...nullable },
      lastUsedAt: { ...timestamp, ...nullable },
      address: { kind: 'string', ...nullable },
      userAgent: { ...text, ...nullable },
      provider: { ...identifier, ...nullable },
      amr: { kind: 'string', ...nullable },
      authTime: { ...timestamp, ...nullable },
      providerSession: { ...identifier, ...nullable },
      providerSubject: { ...identifier, ...nullable },
      providerTime: { ...timestamp, ...nullable },
    },
    unique: [['sessionToken']],
    indexed: [['userId'], ['expires'], ['providerSession'], ['providerSubject']],
    owner: { onDelete: 'CASCADE' },
  },
  verificationToken: {
    table: 'verification_tokens',
    columns: { identifier, token: identifier, expires: timestamp },
    unique: [['identifier', 'token']],
    indexed: [['expires']],
  },
  authenticator: {
    table: 'authenticators',
    columns: {
      credentialID: longIdentifier,
      userId: { kind: 'reference' },
      providerAccountId: longIdentifier,
      credentialPublicKey: text,
      counter: { kind: 'counter' },
      credentialDeviceType: { kind: 'string' },
      credentialBackedUp: { kind: 'boolean' },
      transports: { kind: 'string', ...nullable },
      name: { kind: 'string', ...nullable },
    },
    unique: [['credentialID']],
    indexed: [['userId']],
    owner: { onDelete: 'CASCADE' },
  },
  sessionRevocation: {
    table: 'session_revocations',
    columns: { marker: identifier, endedBefore: timestamp, expires: timestamp },
    unique: [['marker']],
    indexed: [['expires']],
  },
  challenge: {
    table: 'challenges',
    columns: {
      handleHash: identifier,
      purpose: identifier,
      subject: { ...longIdentifier, ...nullable },
      data: text,
      attempts: { kind: 'counter' },
      expires: timestamp,
    },
    unique: [['handleHash']],
    indexed: [['subject'], ['expires']],
  },
  // Only with `with: ['sessionRegistry']`.
  sessionRecord: {
    table: 'session_records',
    columns: {
      sessionId: longIdentifier,
      userId: { ...longIdentifier, ...nullable },
      createdAt: { ...timestamp, ...nullable },
      lastUsedAt: { ...timestamp, ...nullable },
      expires: timestamp,
      address: { kind: 'string', ...nullable },
      userAgent: { ...text, ...nullable },
      provider: { ...identifier, ...nullable },
      endedBefore: { ...timestamp, ...nullable },
      staleBefore: { ...timestamp, ...nullable },
    },
    unique: [['sessionId']],
    indexed: [['userId'], ['expires']],
  },
} as const satisfies Record<AuthRole, TableDefinition>;

/** The roles, users first: a table is listed after the tables that it refers to. */
export const authRoles = Object.keys(tableDefinitions) as readonly AuthRole[];

/**
 * Returns the name of an optional index. The name from the naming strategy is not free: the unique
 * key that replaces the index when the tables are taken over needs it.
 */
export function offeredIndexName(table: string, properties: readonly string[]): string {
  return `${table}_by_${properties.join('_')}`;
}

/** Returns the name of a unique index beside an index of the application over the same columns. */
export function uniqueIndexName(table: string, properties: readonly string[]): string {
  return `${table}_unique_${properties.join('_')}`;
}
