import type { QueryRunner, Table, TableColumn } from 'typeorm';

/** A quoted name of a table or column; a table name may have a schema before it. */
export function escaped(queryRunner: QueryRunner, name: string): string {
  const { driver } = dataSourceOf(queryRunner);
  return name
    .split('.')
    .map((part) => driver.escape(part))
    .join('.');
}

/** The type of a column with its length and precision, as written in statements. */
export function fullTypeOf(queryRunner: QueryRunner, column: TableColumn): string {
  return dataSourceOf(queryRunner).driver.createFullType(column);
}

/** A column as `CREATE TABLE` and `ALTER TABLE` declare it. */
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

/** TypeORM 0.3 has it only as `connection`. */
export function dataSourceOf(queryRunner: QueryRunner) {
  return queryRunner.dataSource ?? queryRunner.connection;
}

/** The rows of a SELECT, which TypeORM returns untyped. */
export async function select<Row>(
  queryRunner: QueryRunner,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  return (await queryRunner.query(sql, [...parameters])) as Row[];
}

/** The statement that recreates a table on MariaDB or MySQL: a line for each column and key. */
export async function createStatement(queryRunner: QueryRunner, { name }: Table): Promise<string> {
  const [row = {}] = await select<Record<string, string>>(
    queryRunner,
    `SHOW CREATE TABLE ${escaped(queryRunner, name)}`,
  );
  return row['Create Table'] ?? '';
}
