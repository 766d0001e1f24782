import type { QueryRunner } from 'typeorm';

/** Quotes the name of a table or column; a table name may start with a schema. */
export function escaped(queryRunner: QueryRunner, name: string): string {
  const { driver } = dataSourceOf(queryRunner);
  return name
    .split('.')
    .map((part) => driver.escape(part))
    .join('.');
}

/** TypeORM 0.3 provides it only as `connection`. */
export function dataSourceOf(queryRunner: QueryRunner) {
  return queryRunner.dataSource ?? queryRunner.connection;
}

/** Returns the rows of a SELECT, which TypeORM leaves untyped. */
export async function select<Row>(
  queryRunner: QueryRunner,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  return (await queryRunner.query(sql, [...parameters])) as Row[];
}

/** Returns the form in which MariaDB and MySQL compare names of tables, in SQL. */
export function asCompared(sql: string): string {
  return `IF(@@lower_case_table_names, LOWER(${sql}), ${sql})`;
}

/** The name of a table in their catalog, with its database unless that is the current one. */
export const MYSQL_PATH = asCompared(
  "IF(TABLE_SCHEMA = DATABASE(), TABLE_NAME, CONCAT(TABLE_SCHEMA, '.', TABLE_NAME))",
);
