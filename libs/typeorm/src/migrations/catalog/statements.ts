import type { QueryRunner, Table, TableColumn } from 'typeorm';

/** A name of a table or column, quoted; that of a table may have a schema before it. */
export function escaped(queryRunner: QueryRunner, name: string): string {
  const { driver } = dataSourceOf(queryRunner);
  return name
    .split('.')
    .map((part) => driver.escape(part))
    .join('.');
}

/** The type of a column with its length and precision, as statements have it. */
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

/** TypeORM 0.3 knows it as `connection` only. */
export function dataSourceOf(queryRunner: QueryRunner) {
  return queryRunner.dataSource ?? queryRunner.connection;
}

/** The rows of a SELECT; TypeORM types them as anything. */
export async function select<Row>(
  queryRunner: QueryRunner,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  return (await queryRunner.query(sql, [...parameters])) as Row[];
}

/** How MariaDB or MySQL would make a table anew: a line for each column and key. */
export async function createStatement(queryRunner: QueryRunner, { name }: Table): Promise<string> {
  const [row = {}] = await select<Record<string, string>>(
    queryRunner,
    `SHOW CREATE TABLE ${escaped(queryRunner, name)}`,
  );
  return row['Create Table'] ?? '';
}
