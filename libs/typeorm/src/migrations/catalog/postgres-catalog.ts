import type { QueryRunner } from 'typeorm';
import type { Catalog } from './catalog.port.js';
import { escaped, select } from './statements.js';

/** PostgreSQL notes for each thing what it depends on. */
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

  private quoted(path: string): string {
    return escaped(this.queryRunner, path);
  }
}
