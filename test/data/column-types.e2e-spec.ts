import type { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';

/** Returns a column's type as the database reports it, in a notation common to all three. */
async function typeOf(dataSource: DataSource, table: string, column: string): Promise<string> {
  const runner = dataSource.createQueryRunner();
  try {
    const found = (await runner.getTable(table))?.findColumnByName(column);
    const { type, length, precision, unsigned, collation } = found ?? {};
    const size = length || precision || '';
    const isExact = collation === 'utf8mb4_nopad_bin' ? ' exact' : '';
    return `${type}${size && `(${size})`}${unsigned ? ' unsigned' : ''}${isExact}`;
  } finally {
    await runner.release();
  }
}

const expected: Record<string, Record<string, string>> = {
  SQLite: {
    'users.id': 'varchar',
    'users.emailVerified': 'datetime',
    'accounts.userId': 'varchar',
    'accounts.access_token': 'text',
    'accounts.scope': 'text',
    'accounts.expires_at': 'bigint',
    'accounts.emailVerified': 'boolean',
    'sessions.sessionToken': 'varchar',
    'sessions.expires': 'datetime',
    'authenticators.counter': 'integer',
  },
  PostgreSQL: {
    'users.id': 'uuid',
    'users.emailVerified': 'timestamp with time zone',
    'accounts.userId': 'uuid',
    'accounts.access_token': 'text',
    'accounts.scope': 'text',
    'accounts.expires_at': 'bigint',
    'accounts.emailVerified': 'boolean',
    'sessions.sessionToken': 'character varying',
    'sessions.expires': 'timestamp with time zone',
    'authenticators.counter': 'bigint',
  },
  MariaDB: {
    'users.id': 'uuid',
    'users.email': 'varchar(255) exact',
    'users.emailVerified': 'datetime(3)',
    'accounts.userId': 'uuid',
    'accounts.provider': 'varchar(255) exact',
    'accounts.providerAccountId': 'varchar(512) exact',
    'accounts.access_token': 'text',
    'accounts.scope': 'text',
    'accounts.expires_at': 'bigint',
    'accounts.emailVerified': 'tinyint',
    'sessions.sessionToken': 'varchar(512) exact',
    'sessions.expires': 'datetime(3)',
    'verification_tokens.identifier': 'varchar(255) exact',
    'verification_tokens.token': 'varchar(255) exact',
    'authenticators.credentialID': 'varchar(512) exact',
    'authenticators.counter': 'int unsigned',
  },
};

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await server.create();
    dataSource = await openMigrated(database.options);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it.each(Object.entries(expected[server.name] ?? {}))('%s is %s', async (path, type) => {
    const [table = '', column = ''] = path.split('.');

    expect(await typeOf(dataSource, table, column)).toBe(type);
  });
});
