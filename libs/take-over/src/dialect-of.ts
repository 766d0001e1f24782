import { dataSourceOf, databaseOf } from '@authnest/typeorm/migrations';
import type { QueryRunner } from 'typeorm';
import type { Dialect } from './dialect.port.js';
import { MysqlDialect } from './mysql-dialect.js';
import { PostgresDialect } from './postgres-dialect.js';
import { SqliteDialect } from './sqlite-dialect.js';

/** Returns the dialect that changes tables in the database of a query runner. */
export function dialectOf(queryRunner: QueryRunner): Dialect {
  switch (databaseOf(dataSourceOf(queryRunner).driver)) {
    case 'sqlite':
      return new SqliteDialect(queryRunner);
    case 'postgres':
      return new PostgresDialect(queryRunner);
    case 'mysql':
      return new MysqlDialect(queryRunner);
  }
}
