import type { QueryRunner } from 'typeorm';
import type { Catalog, NameHolder, NewNames } from './catalog.port.js';
import { asCompared, MYSQL_PATH, select } from './statements.js';

/** Reads `information_schema` of MariaDB and MySQL. Our tables are in the connection's database. */
export class MysqlCatalog implements Catalog {
  constructor(private readonly queryRunner: QueryRunner) {}

  async whatRefersTo(table: string, ours: readonly string[]): Promise<readonly string[]> {
    const keys = await select<{ name: string; path: string }>(
      this.queryRunner,
      `SELECT DISTINCT CONSTRAINT_NAME AS name,
              ${MYSQL_PATH} AS path
         FROM information_schema.KEY_COLUMN_USAGE
        WHERE REFERENCED_TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME = ?`,
      [table],
    );
    const views = await select<{ name: string; definition: string; here: string }>(
      this.queryRunner,
      `SELECT ${MYSQL_PATH} AS name,
              ${asCompared('VIEW_DEFINITION')} AS definition,
              ${asCompared('DATABASE()')} AS here
         FROM information_schema.VIEWS`,
    );
    return [
      ...keys
        .filter(({ path }) => !ours.includes(path))
        .map(({ name, path }) => `${path}: the foreign key ${name} refers to ${table}`),
      ...views
        // The server qualifies every name with its database.
        .filter(({ definition, here }) => definition.includes(`\`${here}\`.\`${table}\``))
        .map(({ name }) => `${name}: the view reads ${table}`),
    ].toSorted();
  }

  async generatedColumns(table: string): Promise<readonly string[]> {
    const rows = await select<{ name: string }>(
      this.queryRunner,
      `SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS
        WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND GENERATION_EXPRESSION <> ''`,
      [table],
    );
    return rows.map(({ name }) => name);
  }

  async plainIndexes(table: string): Promise<ReadonlySet<string>> {
    const rows = await select<{ name: string }>(
      this.queryRunner,
      `SELECT INDEX_NAME AS name FROM information_schema.STATISTICS
        WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? GROUP BY INDEX_NAME
       HAVING MAX(SUB_PART IS NOT NULL OR COLUMN_NAME IS NULL OR INDEX_TYPE <> 'BTREE'
                  OR COLLATION IS NULL OR COLLATION <> 'A') = 0`,
      [table],
    );
    return new Set(rows.map(({ name }) => name));
  }

  /**
   * Index names are unique only within a table. A view that has the name of a table is not missed
   * either, since TypeORM reads it like a table.
   */
  sharedNames({ foreignKeys }: NewNames): readonly string[] {
    return foreignKeys;
  }

  async holdersOf(names: NewNames): Promise<readonly NameHolder[]> {
    const wanted = this.sharedNames(names);
    if (wanted.length === 0) return [];
    return select<NameHolder>(
      this.queryRunner,
      `SELECT CONSTRAINT_NAME AS name,
              CONCAT('the foreign key ', CONSTRAINT_NAME, ' of ', TABLE_NAME) AS what
         FROM information_schema.REFERENTIAL_CONSTRAINTS
        WHERE CONSTRAINT_SCHEMA = DATABASE() AND CONSTRAINT_NAME IN (${wanted.map(() => '?').join(', ')})
        ORDER BY CONSTRAINT_NAME`,
      wanted,
    );
  }
}
