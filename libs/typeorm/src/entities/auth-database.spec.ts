import type { Driver } from 'typeorm';
import { databaseOf } from './auth-database.js';

const driver = (type: string) => ({ options: { type } }) as Driver;

it.each(['sqlite', 'sqljs', 'expo', 'mssql', 'cockroachdb', 'aurora-postgres', 'aurora-mysql'])(
  'the driver %s is refused with the ones to use instead',
  (type) => {
    expect(() => databaseOf(driver(type))).toThrow(
      `\`type: '${type}'\` is not supported; use better-sqlite3, postgres, mariadb or mysql`,
    );
  },
);

it.each([
  ['better-sqlite3', 'sqlite'],
  ['postgres', 'postgres'],
  ['mariadb', 'mysql'],
  ['mysql', 'mysql'],
])('the driver %s is for %s', (type, database) => {
  expect(databaseOf(driver(type))).toBe(database);
});
