import type { EntityMetadata } from 'typeorm';
import { databaseOf, type AuthDatabase } from '../entities/auth-database.js';
import type { Operation } from '../operations/operation.js';

/** A column of the real table, or of one of its unique keys. */
interface Fact {
  /** The unique key; null for a column of the table, and empty if it is a view. */
  readonly key: string | null;
  readonly name: string;
  /** The digits of the fraction of seconds, for a time. */
  readonly digits: number | string | null;
}

/** What the database has for an entity. */
export interface TableFacts {
  /** The digits of each column; null unless it is a time. */
  readonly columns: ReadonlyMap<string, number | null>;
  /** The columns of each unique key that applies to every row. */
  readonly uniqueKeys: readonly (readonly string[])[];
  readonly isView: boolean;
}

/** One statement for each kind of database, with the schema (or null) and the name of a table. */
const STATEMENTS: Readonly<Record<AuthDatabase, string>> = {
  postgres: `SELECT NULL AS key, a.attname AS name, CASE WHEN a.atttypid IN (1114, 1184)
         THEN CASE a.atttypmod WHEN -1 THEN 6 ELSE a.atttypmod END END AS digits
    FROM pg_attribute a
   WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped
   UNION ALL
  SELECT CAST(i.indexrelid AS text), a.attname, NULL
    FROM pg_index i CROSS JOIN unnest(CAST(i.indkey AS int2[])) WITH ORDINALITY k (at, nth)
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.at
   WHERE i.indrelid = to_regclass($1) AND i.indisunique AND i.indisvalid AND i.indexprs IS NULL
     AND k.nth <= i.indnkeyatts
     AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) IN (
       SELECT '(' || quote_ident(own.attname) || ' IS NOT NULL)' FROM pg_attribute own
        WHERE own.attrelid = i.indrelid
          AND own.attnum = ANY ((CAST(i.indkey AS int2[]))[0:i.indnkeyatts - 1])))
   UNION ALL
  SELECT '', NULL, NULL FROM pg_class WHERE oid = to_regclass($1) AND relkind NOT IN ('r', 'p')`,
  mysql: `SELECT NULL AS \`key\`, COLUMN_NAME AS name, DATETIME_PRECISION AS digits
    FROM information_schema.COLUMNS
   WHERE TABLE_SCHEMA = coalesce(?, DATABASE()) AND TABLE_NAME = ?
   UNION ALL
  SELECT INDEX_NAME, COLUMN_NAME, NULL FROM information_schema.STATISTICS
   WHERE TABLE_SCHEMA = coalesce(?, DATABASE()) AND TABLE_NAME = ? AND NON_UNIQUE = 0
   UNION ALL
  SELECT '', NULL, NULL FROM information_schema.VIEWS
   WHERE TABLE_SCHEMA = coalesce(?, DATABASE()) AND TABLE_NAME = ?`,
  sqlite: `SELECT NULL AS "key", name, NULL AS digits FROM pragma_table_info(?)
   UNION ALL
  SELECT 'its primary key', name, NULL FROM pragma_table_info(?) WHERE pk > 0
   UNION ALL
  SELECT l.name, x.name, NULL FROM pragma_index_list(?) l, pragma_index_info(l.name) x
   WHERE l."unique" = 1 AND l.partial = 0
   UNION ALL
  SELECT '', NULL, NULL FROM sqlite_master WHERE type = 'view' AND name = ?`,
};

/** Reads the table of an entity in one statement. */
export async function tableFacts(
  operation: Operation,
  metadata: EntityMetadata,
): Promise<TableFacts> {
  const { tablePath, tableName, schema, database } = metadata;
  // TypeORM 0.3 provides it only as `connection`.
  const { driver } = metadata.dataSource ?? metadata.connection;
  const kind = databaseOf(driver);
  const path = tablePath.split('.').map((part) => driver.escape(part));
  const parameters = {
    postgres: [path.slice(schema ? -2 : -1).join('.')],
    mysql: [1, 2, 3].flatMap(() => [database ?? null, tableName]),
    sqlite: [1, 2, 3, 4].map(() => tableName),
  }[kind];
  const sql = STATEMENTS[kind];
  const facts = (await operation.select(`look at ${tableName}`, sql, parameters)) as unknown[];
  const keys = new Map<string, string[]>();
  const columns = new Map<string, number | null>();
  for (const { key, name, digits } of facts as Fact[]) {
    if (key === null) columns.set(name, digits === null ? null : Number(digits));
    else keys.set(key, [...(keys.get(key) ?? []), name]);
  }
  const isView = keys.delete('');
  return { columns, uniqueKeys: [...keys.values()], isView };
}
