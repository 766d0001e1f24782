import { dataSourceOf, escaped, select } from '@authnest/typeorm/migrations';
import type { QueryRunner, Table, TableColumn } from 'typeorm';

/** Returns the type of a column with its length and precision, as written in statements. */
export function fullTypeOf(queryRunner: QueryRunner, column: TableColumn): string {
  return dataSourceOf(queryRunner).driver.createFullType(column);
}

/** Returns the declaration of a column in `CREATE TABLE` and `ALTER TABLE`. */
export function declaredColumn(queryRunner: QueryRunner, column: TableColumn): string {
  const { name, charset, collation, isNullable, unsigned } = column;
  return [
    escaped(queryRunner, name),
    fullTypeOf(queryRunner, column),
    unsigned ? 'UNSIGNED' : '',
    charset ? `CHARACTER SET ${charset}` : '',
    collation ? `COLLATE ${collation}` : '',
    isNullable ? 'NULL' : 'NOT NULL',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Returns the CREATE TABLE of MariaDB or MySQL, with one line for each column and key. */
export async function createStatement(queryRunner: QueryRunner, { name }: Table): Promise<string> {
  const [row = {}] = await select<Record<string, string>>(
    queryRunner,
    `SHOW CREATE TABLE ${escaped(queryRunner, name)}`,
  );
  return row['Create Table'] ?? '';
}
