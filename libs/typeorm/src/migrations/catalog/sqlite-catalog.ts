import type { QueryRunner } from 'typeorm';
import type { Catalog } from './catalog.port.js';
import { select } from './statements.js';

/** SQLite keeps the statement that made each thing, and pragmas for the rest. */
export class SqliteCatalog implements Catalog {
  constructor(private readonly queryRunner: QueryRunner) {}

  async whatRefersTo(table: string, ours: readonly string[]): Promise<readonly string[]> {
    const keys = await select<{ name: string; column: string }>(
      this.queryRunner,
      `SELECT m.name AS name, f."from" AS "column" FROM sqlite_master m, pragma_foreign_key_list(m.name) f
        WHERE m.type = 'table' AND f."table" = ? COLLATE NOCASE ORDER BY m.name, f.id`,
      [table],
    );
    const views = await select<{ name: string; sql: string }>(
      this.queryRunner,
      `SELECT name, sql FROM sqlite_master WHERE type = 'view' ORDER BY name`,
    );
    return [
      ...keys
        .filter(({ name }) => !ours.includes(name))
        .map(
          ({ name, column }) => `${name}: the foreign key of column ${column} refers to ${table}`,
        ),
      ...views
        .filter(({ sql }) => mentions(sql, table))
        .map(({ name }) => `${name}: the view reads ${table}`),
    ];
  }
}

/** As a whole word: SQLite compares names without case. */
function mentions(sql: string, name: string): boolean {
  return (
    sql
      .toLowerCase()
      .match(/[\w$\u0080-\uffff]+/g)
      ?.includes(name.toLowerCase()) ?? false
  );
}
