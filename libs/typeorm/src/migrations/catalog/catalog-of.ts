import type { QueryRunner } from 'typeorm';
import { databaseOf } from '../../entities/auth-database.js';
import type { Catalog } from './catalog.port.js';
import { MysqlCatalog } from './mysql-catalog.js';
import { PostgresCatalog } from './postgres-catalog.js';
import { SqliteCatalog } from './sqlite-catalog.js';
import { dataSourceOf } from './statements.js';

/** Returns the reader of the catalog for the database of a query runner. */
export function catalogOf(queryRunner: QueryRunner): Catalog {
  switch (databaseOf(dataSourceOf(queryRunner).driver)) {
    case 'sqlite':
      return new SqliteCatalog(queryRunner);
    case 'postgres':
      return new PostgresCatalog(queryRunner);
    case 'mysql':
      return new MysqlCatalog(queryRunner);
  }
}
