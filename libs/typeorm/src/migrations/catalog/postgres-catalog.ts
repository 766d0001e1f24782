import type { QueryRunner } from 'typeorm';
import type { Catalog, NameHolder, NewNames } from './catalog.port.js';
import { escaped, select } from './statements.js';

/** Reads the catalog of PostgreSQL, which records the dependencies of each object. */
export class PostgresCatalog implements Catalog {
  constructor(private readonly queryRunner: QueryRunner) {}

  async whatRefersTo(table: string, ours: readonly string[]): Promise<readonly string[]> {
    const rows = await select<{ what: string }>(
      this.queryRunner,
      `SELECT DISTINCT coalesce(
              'view ' || CAST(CAST(w.ev_class AS regclass) AS text),
              pg_describe_object(d.classid, d.objid, 0)) AS what
         FROM pg_depend d
         LEFT JOIN pg_rewrite w ON d.classid = CAST('pg_rewrite' AS regclass) AND w.oid = d.objid
         LEFT JOIN pg_constraint k ON d.classid = CAST('pg_constraint' AS regclass) AND k.oid = d.objid
        WHERE d.deptype = 'n'
          AND (d.refclassid = CAST('pg_class' AS regclass) AND d.refobjid = to_regclass($1)
            OR d.refclassid = CAST('pg_type' AS regclass)
               AND d.refobjid = (SELECT reltype FROM pg_class WHERE oid = to_regclass($1)))
          AND coalesce(k.conrelid NOT IN (
            SELECT to_regclass(path) FROM unnest(CAST($2 AS text[])) path
             WHERE to_regclass(path) IS NOT NULL), true)
        ORDER BY what`,
      [this.quoted(table), ours.map((path) => this.quoted(path))],
    );
    return rows.map(({ what }) => `${what} refers to ${table}`);
  }

  async generatedColumns(table: string): Promise<readonly string[]> {
    const rows = await select<{ name: string }>(
      this.queryRunner,
      `SELECT attname AS name FROM pg_attribute
        WHERE attrelid = to_regclass($1) AND attgenerated <> '' AND NOT attisdropped`,
      [this.quoted(table)],
    );
    return rows.map(({ name }) => name);
  }

  async plainIndexes(table: string): Promise<ReadonlySet<string>> {
    const rows = await select<{ name: string }>(
      this.queryRunner,
      `SELECT c.relname AS name FROM pg_index i
         JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam
        WHERE i.indrelid = to_regclass($1) AND m.amname = 'btree' AND i.indpred IS NULL
          AND i.indexprs IS NULL AND i.indimmediate AND i.indnkeyatts = i.indnatts
          AND pg_get_indexdef(i.indexrelid) !~ ' (?:NULLS NOT DISTINCT|COLLATE )'
          AND 0 = ALL (CAST(i.indoption AS int[]))
          AND NOT EXISTS (SELECT 1 FROM unnest(CAST(i.indclass AS oid[])) k
                            JOIN pg_opclass o ON o.oid = k WHERE NOT o.opcdefault)`,
      [this.quoted(table)],
    );
    return new Set(rows.map(({ name }) => name));
  }

  /** Keys are indexes, which share one namespace per schema with tables, views and sequences. */
  sharedNames({ tables, indexes, constraints }: NewNames): readonly string[] {
    return [...tables, ...indexes, ...constraints];
  }

  /** Includes types, since every table is also a type. */
  async holdersOf(names: NewNames): Promise<readonly NameHolder[]> {
    const schema = names.table.includes('.')
      ? names.table.slice(0, names.table.indexOf('.'))
      : null;
    return select<NameHolder>(
      this.queryRunner,
      `SELECT c.relname AS name,
              'the ' || pg_describe_object(CAST('pg_class' AS regclass), c.oid, 0)
                     || coalesce(' of ' || CAST(CAST(i.indrelid AS regclass) AS text), '') AS what
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         LEFT JOIN pg_index i ON i.indexrelid = c.oid
        WHERE c.relname = ANY ($1) AND n.nspname = coalesce($3, current_schema())
        UNION ALL
       SELECT t.typname, 'the ' || pg_describe_object(CAST('pg_type' AS regclass), t.oid, 0)
         FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
        WHERE t.typname = ANY ($2) AND n.nspname = coalesce($3, current_schema())
          AND t.typrelid = 0 AND t.typcategory <> 'A'
        ORDER BY 1`,
      [this.sharedNames(names), names.tables, schema],
    );
  }

  private quoted(path: string): string {
    return escaped(this.queryRunner, path);
  }
}
