import { DefaultNamingStrategy, type DataSource } from 'typeorm';
import type { AuthJsIds } from './auth-js-rows.js';

/** The types and quotes with which a kind of database declares the tables. */
interface Dialect {
  readonly id: string;
  readonly userId: string;
  readonly string: string;
  readonly quote: '"' | '`';
}

const dialects: Readonly<Record<string, Dialect>> = {
  'better-sqlite3': { id: 'varchar', userId: 'varchar', string: 'varchar', quote: '"' },
  postgres: {
    id: 'uuid DEFAULT gen_random_uuid()',
    userId: 'uuid',
    string: 'character varying',
    quote: '"',
  },
  mysql: { id: 'varchar(36)', userId: 'varchar(255)', string: 'varchar(255)', quote: '`' },
  // TypeORM creates different columns with the types `mariadb` and `mysql`.
  mariadb: { id: 'uuid', userId: 'uuid', string: 'varchar(255)', quote: '`' },
};

/** Keys of entities whose ids count up. SQLite declares the type and the key together. */
const bigintIds: Readonly<Record<string, Pick<Dialect, 'id' | 'userId'>>> = {
  'better-sqlite3': { id: 'integer PRIMARY KEY AUTOINCREMENT', userId: 'integer' },
  postgres: { id: 'bigserial', userId: 'bigint' },
  mysql: { id: 'bigint AUTO_INCREMENT', userId: 'bigint' },
  mariadb: { id: 'bigint AUTO_INCREMENT', userId: 'bigint' },
};

export type AuthJsDialect = 'better-sqlite3' | 'postgres' | 'mysql' | 'mariadb';

/**
 * Creates the tables of an Auth.js installation, as TypeORM does for version 2.11 of its adapter.
 * @see docs/design/wire-contract.md 13.3
 */
export async function createAuthJsTables(
  dataSource: DataSource,
  dialectName = dataSource.options.type as AuthJsDialect,
  schema?: string,
  ids: AuthJsIds = 'uuid',
): Promise<void> {
  const dialect = dialects[dialectName];
  if (!dialect) throw new Error(`${dialectName} is no dialect of these tables`);
  const { quote, string } = dialect;
  const { id, userId } = (ids === 'bigint' && bigintIds[dialectName]) || dialect;
  const strategy = dataSource.options.namingStrategy ?? new DefaultNamingStrategy();
  const q = (name: string) => `${quote}${name}${quote}`;
  const path = (table: string) => (schema ? `${q(schema)}.${q(table)}` : q(table));
  const column = (property: string, type: string, isNullable = false) =>
    `${q(strategy.columnName(property, '', []))} ${type}${isNullable ? '' : ' NOT NULL'}`;
  const key = column('id', id);
  const unique = (table: string, property: string) => {
    const name = strategy.columnName(property, '', []);
    return quote === '`'
      ? `CONSTRAINT ${q(strategy.indexName(table, [name]))} UNIQUE (${q(name)})`
      : `CONSTRAINT ${q(strategy.uniqueConstraintName(table, [name]))} UNIQUE (${q(name)})`;
  };
  const owner = (table: string) => {
    const name = strategy.columnName('userId', '', []);
    const constraint = strategy.foreignKeyName(table, [name], 'users', ['id']);
    return `CONSTRAINT ${q(constraint)} FOREIGN KEY (${q(name)}) REFERENCES ${path('users')} (${q('id')}) ON DELETE NO ACTION ON UPDATE NO ACTION`;
  };
  const nullable = (properties: readonly string[]) =>
    properties.map((property) => column(property, string, true));
  const tables: Record<string, readonly string[]> = {
    users: [
      key,
      ...nullable(['name', 'email', 'emailVerified', 'image']),
      unique('users', 'email'),
    ],
    accounts: [
      key,
      column('userId', userId),
      column('type', string),
      column('provider', string),
      column('providerAccountId', string),
      ...nullable(['refresh_token', 'access_token', 'token_type', 'scope']),
      ...nullable(['id_token', 'session_state']),
      column('expires_at', 'bigint', true),
      owner('accounts'),
    ],
    sessions: [
      key,
      column('sessionToken', string),
      column('userId', userId),
      column('expires', string),
      unique('sessions', 'sessionToken'),
      owner('sessions'),
    ],
    verification_tokens: [
      key,
      column('token', string),
      column('identifier', string),
      column('expires', string),
    ],
  };
  for (const [table, parts] of Object.entries(tables)) {
    const columns = parts.filter((part) => !part.startsWith('CONSTRAINT'));
    const constraints = parts.filter((part) => part.startsWith('CONSTRAINT'));
    const primary = id.includes('PRIMARY KEY') ? [] : [`PRIMARY KEY (${q('id')})`];
    const sorted = [...columns, ...primary, ...constraints];
    await dataSource.query(`CREATE TABLE ${path(table)} (${sorted.join(', ')})`);
  }
}
