import type { QueryRunner, TableColumn } from 'typeorm';
import { databaseOf } from '../entities/auth-database.js';
import { dataSourceOf, declaredColumn, escaped } from './catalog/statements.js';

interface NamedIndex {
  readonly name: string;
  readonly columnNames: readonly string[];
}

/** The changes to one table. */
export interface TableChange {
  readonly path: string;
  readonly columns: readonly TableColumn[];
  readonly indexes: readonly NamedIndex[];
}

/**
 * Returns the statements that add columns and indexes. MariaDB and MySQL get only one, since a
 * failure between two could not be rolled back.
 */
export function additions(
  queryRunner: QueryRunner,
  { path, columns, indexes }: TableChange,
): string[] {
  const table = escaped(queryRunner, path);
  const added = columns.map((column) => `ADD COLUMN ${declaredColumn(queryRunner, column)}`);
  const over = ({ columnNames }: NamedIndex) =>
    `(${columnNames.map((name) => escaped(queryRunner, name)).join(', ')})`;
  const indexed = indexes.map((index) => ({ ...index, name: escaped(queryRunner, index.name) }));
  if (isMysql(queryRunner)) {
    const made = indexed.map((index) => `ADD INDEX ${index.name} ${over(index)}`);
    return alter(queryRunner, path, [...added, ...made]);
  }
  const made = indexed.map((index) => `CREATE INDEX ${index.name} ON ${table} ${over(index)}`);
  return [...alter(queryRunner, path, added), ...made];
}

/** Returns the statements that drop columns and indexes. */
export function removals(
  queryRunner: QueryRunner,
  { path, columns, indexes }: TableChange,
): string[] {
  const dropped = columns.map(({ name }) => `DROP COLUMN ${escaped(queryRunner, name)}`);
  if (isMysql(queryRunner)) {
    const gone = indexes.map(({ name }) => `DROP INDEX ${escaped(queryRunner, name)}`);
    return alter(queryRunner, path, [...gone, ...dropped]);
  }
  const schema = path.includes('.') ? `${path.slice(0, path.indexOf('.'))}.` : '';
  const gone = indexes.map(({ name }) => `DROP INDEX ${escaped(queryRunner, `${schema}${name}`)}`);
  return [...gone, ...alter(queryRunner, path, dropped)];
}

/** SQLite accepts one action per statement. */
function alter(queryRunner: QueryRunner, path: string, actions: readonly string[]): string[] {
  if (actions.length === 0) return [];
  const { driver } = dataSourceOf(queryRunner);
  const groups = databaseOf(driver) === 'sqlite' ? actions : [actions.join(', ')];
  return groups.map((group) => `ALTER TABLE ${escaped(queryRunner, path)} ${group}`);
}

function isMysql(queryRunner: QueryRunner): boolean {
  return databaseOf(dataSourceOf(queryRunner).driver) === 'mysql';
}
