import { escaped, select } from '@authnest/typeorm/migrations';
import type { QueryRunner, Table } from 'typeorm';
import type { ColumnChange, Dialect, TableChange } from './dialect.port.js';
import { fullTypeOf } from './statements.js';

/**
 * The objects that depend on parts of a table ($1): columns whose type changes ($2), those of them
 * that do not stay text ($3), dropped columns ($4) and dropped keys ($5). Foreign keys of our own
 * tables ($6) do not count, nor do dropped keys of dropped columns.
 */
const OBSTACLES = `
  WITH ours AS (SELECT to_regclass(path) AS oid FROM unnest(CAST($6 AS text[])) path),
  things AS (
    SELECT d.*, a.attname, k.contype,
           coalesce(k.contype = 'f' AND k.conrelid IN (SELECT oid FROM ours WHERE oid IS NOT NULL),
                    false) AS is_ours,
           (SELECT relname FROM pg_class WHERE oid = i.indexrelid) AS index,
           i.indexprs IS NOT NULL OR i.indpred IS NOT NULL AS is_computed,
           coalesce('the view ' || CAST(CAST(w.ev_class AS regclass) AS text),
                    'the ' || pg_describe_object(d.classid, d.objid, 0)) AS what
      FROM pg_depend d
      LEFT JOIN pg_attribute a ON d.refclassid = CAST('pg_class' AS regclass)
           AND a.attrelid = d.refobjid AND a.attnum = d.refobjsubid AND a.attnum > 0
      LEFT JOIN pg_rewrite w ON d.classid = CAST('pg_rewrite' AS regclass) AND w.oid = d.objid
      LEFT JOIN pg_constraint k ON d.classid = CAST('pg_constraint' AS regclass) AND k.oid = d.objid
      LEFT JOIN pg_index i ON d.classid = CAST('pg_class' AS regclass) AND i.indexrelid = d.objid
  )
  SELECT DISTINCT what, attname AS name FROM things
   WHERE refclassid = CAST('pg_class' AS regclass) AND refobjid = to_regclass($1) AND NOT is_ours
     AND (attname = ANY ($2)
            AND CAST(CAST(classid AS regclass) AS text) IN ('pg_rewrite', 'pg_trigger', 'pg_policy')
       OR attname = ANY ($3)
            AND (contype IN ('c', 'f', 'x') OR is_computed
              OR classid = CAST('pg_attrdef' AS regclass) AND attname <> 'id')
       OR attname = ANY ($4) AND classid <> CAST('pg_attrdef' AS regclass)
            AND coalesce(index <> ALL ($5), true))
  UNION
  SELECT DISTINCT what, k.relname FROM things
    JOIN pg_class k ON k.relname = ANY ($5)
     AND k.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = to_regclass($1))
   WHERE things.deptype = 'n' AND NOT is_ours
     AND refclassid = CAST('pg_class' AS regclass) AND refobjid = k.oid
   ORDER BY 1, 2`;

/** Changes all columns of a table in one statement, within the transaction. */
export class PostgresDialect implements Dialect {
  constructor(private readonly queryRunner: QueryRunner) {}

  isNoTime(column: string): string {
    return `${column} !~ '^(0|[1-9][0-9]{0,13})$'`;
  }

  isNoEpoch(column: string): string {
    return `NOT isfinite(${column})`;
  }

  isNoUuid(column: string): string {
    return `CAST(${column} AS text) !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`;
  }

  exact(column: string): Promise<string> {
    return Promise.resolve(column);
  }

  /**
   * Views, triggers and policies prevent changing the type of a column. Conditions and expressions
   * allow a change from one text type to another, but not to a time or a UUID. Dropping a column
   * drops its indexes and checks, and dropping a key drops what refers to it.
   */
  async obstacles({ actual, changes, leaving, keys, ours }: TableChange) {
    const rows = await select<{ what: string; name: string }>(this.queryRunner, OBSTACLES, [
      escaped(this.queryRunner, actual.name),
      changes.map(({ from }) => from.name),
      changes
        .filter(({ values, to }) => values !== 'kept' || to.type === 'uuid')
        .map(({ from }) => from.name),
      leaving,
      keys,
      ours.map((path) => escaped(this.queryRunner, path)),
    ]);
    return rows.map(
      ({ what, name }) =>
        `${actual.name}: ${what} uses ${name}; drop it, and create it again afterwards`,
    );
  }

  async alter(table: Table, changes: readonly ColumnChange[]): Promise<void> {
    const actions = changes.flatMap((change) => {
      const column = escaped(this.queryRunner, change.to.name);
      const type = fullTypeOf(this.queryRunner, change.to);
      return [
        `ALTER COLUMN ${column} TYPE ${type} USING ${this.converted(change, column, type)}`,
        `ALTER COLUMN ${column} ${change.to.isNullable ? 'DROP' : 'SET'} NOT NULL`,
      ];
    });
    await this.queryRunner.query(
      `ALTER TABLE ${escaped(this.queryRunner, table.name)} ${actions.join(', ')}`,
    );
  }

  private converted({ values }: ColumnChange, column: string, type: string): string {
    switch (values) {
      case 'kept':
        return `CAST(${column} AS ${type})`;
      case 'epoch text to time':
        return `timestamptz 'epoch' + CAST(${column} AS bigint) * interval '1 millisecond'`;
      case 'time to epoch text':
        return `CAST(CAST(floor(extract(epoch FROM ${column}) * 1000) AS bigint) AS text)`;
    }
  }
}
