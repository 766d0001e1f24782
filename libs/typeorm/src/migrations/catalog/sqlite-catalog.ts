import type { QueryRunner } from 'typeorm';
import type { Catalog, NameHolder, NewNames } from './catalog.port.js';
import { select } from './statements.js';

/** Reads the statements that created the objects of an SQLite database, and pragmas. */
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

  async generatedColumns(table: string): Promise<readonly string[]> {
    const rows = await select<{ name: string }>(
      this.queryRunner,
      'SELECT name FROM pragma_table_xinfo(?) WHERE hidden IN (2, 3)',
      [table],
    );
    return rows.map(({ name }) => name);
  }

  async plainIndexes(table: string): Promise<ReadonlySet<string>> {
    const rows = await select<{ name: string }>(
      this.queryRunner,
      `SELECT l.name AS name FROM pragma_index_list(?) l WHERE l.partial = 0 AND NOT EXISTS (
         SELECT 1 FROM pragma_index_xinfo(l.name) x
          WHERE x.key = 1 AND (x.cid < 0 OR x.desc = 1 OR x.coll <> 'BINARY'))`,
      [table],
    );
    return new Set(rows.map(({ name }) => name));
  }

  sharedNames({ tables, indexes }: NewNames): readonly string[] {
    return [...tables, ...indexes];
  }

  async holdersOf(names: NewNames): Promise<readonly NameHolder[]> {
    const wanted = this.sharedNames(names);
    return select<NameHolder>(
      this.queryRunner,
      `SELECT name, 'the ' || type || ' ' || name || iif(type = 'index', ' of ' || tbl_name, '') AS what
         FROM sqlite_master WHERE type IN ('table', 'index', 'view')
          AND name COLLATE NOCASE IN (${wanted.map(() => '?').join(', ')}) ORDER BY name`,
      wanted,
    );
  }
}

/** Whether a statement contains a name as a whole word; case does not matter, as in SQLite. */
export function mentions(sql: string, name: string): boolean {
  return (
    sql
      .toLowerCase()
      .match(/[\w$\u0080-\uffff]+/g)
      ?.includes(name.toLowerCase()) ?? false
  );
}
