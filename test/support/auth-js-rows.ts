import type { DataSource } from 'typeorm';

export const ADA = '00000000-0000-4000-8000-00000000000a';
export const BOB = '00000000-0000-4000-8000-00000000000b';
export const EXPIRES = new Date('2031-03-30T01:30:00.123Z');

/** The type of the primary keys: UUIDs, or numbers that count up. */
export type AuthJsIds = 'uuid' | 'bigint';

/** Rows as the Auth.js adapter writes them, by property name. */
export const authJsRows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  users: [
    {
      id: ADA,
      name: 'Ada',
      email: 'ada@example.com',
      emailVerified: '1767323045678',
      image: 'https://example.com/a.png',
    },
    { id: BOB, name: null, email: null, emailVerified: null, image: null },
  ],
  accounts: [
    {
      id: '00000000-0000-4000-8000-0000000000a1',
      userId: ADA,
      type: 'oidc',
      provider: 'google',
      providerAccountId: '42',
      access_token: 'at',
      expires_at: 1_900_000_000,
      session_state: 'state',
    },
  ],
  sessions: [
    {
      id: '00000000-0000-4000-8000-0000000000a2',
      sessionToken: 'a-session',
      userId: ADA,
      expires: `${EXPIRES.getTime()}`,
    },
    {
      id: '00000000-0000-4000-8000-0000000000a3',
      sessionToken: 'over',
      userId: BOB,
      expires: '1000000000007',
    },
  ],
  verification_tokens: [
    {
      id: '00000000-0000-4000-8000-0000000000a4',
      identifier: 'ada@example.com',
      token: 'hash',
      expires: `${EXPIRES.getTime()}`,
    },
  ],
};

/** Inserts a row that is given by property name. @param table - with its schema, if any */
export async function insertRow(
  dataSource: DataSource,
  table: string,
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { driver, namingStrategy } = dataSource;
  const names = Object.keys(row).map((property) =>
    driver.escape(namingStrategy.columnName(property, '', [])),
  );
  const values = Object.keys(row).map((_, at) => driver.createParameter('v', at));
  await dataSource.query(
    `INSERT INTO ${table
      .split('.')
      .map((part) => driver.escape(part))
      .join('.')} (${names.join(', ')}) VALUES (${values.join(', ')})`,
    Object.values(row),
  );
}

/** Inserts all of {@link authJsRows}. @param ids - `bigint` uses the last digits of the UUIDs */
export async function insertAuthJsRows(
  dataSource: DataSource,
  schema?: string,
  ids: AuthJsIds = 'uuid',
): Promise<void> {
  for (const [table, list] of Object.entries(authJsRows)) {
    for (const row of list) {
      const numbers = ids === 'bigint' ? numbersIn(row) : {};
      await insertRow(dataSource, schema ? `${schema}.${table}` : table, { ...row, ...numbers });
    }
  }
}

function numbersIn(row: Readonly<Record<string, unknown>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([property, value]) =>
      property === 'id' || property === 'userId'
        ? [[property, Number.parseInt(`${value}`.slice(-2), 16)]]
        : [],
    ),
  );
}

/** Returns all rows in the tables of {@link authJsRows}, ordered by primary key. */
export async function authJsContents(dataSource: DataSource): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const table of Object.keys(authJsRows)) {
    const name = dataSource.driver.escape(table);
    all[table] = await dataSource.query(`SELECT * FROM ${name} ORDER BY id`);
  }
  return all;
}
