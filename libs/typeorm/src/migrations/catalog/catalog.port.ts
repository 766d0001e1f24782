/** The names that a migration gives in one table. */
export interface NewNames {
  /** Its path. */
  readonly table: string;
  /** Tables that are made: the table itself, or a copy of it. */
  readonly tables: readonly string[];
  readonly indexes: readonly string[];
  /** Primary and unique keys that are no mere indexes. */
  readonly constraints: readonly string[];
  readonly foreignKeys: readonly string[];
}

/** What has a name already. */
export interface NameHolder {
  readonly name: string;
  /** Its kind, name and table. */
  readonly what: string;
}

/** What a database knows about its tables that TypeORM does not read. Tables are given by path. */
export interface Catalog {
  /**
   * What would break if a table was dropped: foreign keys of other tables, views and the like.
   * @param ours - tables whose own foreign keys do not count
   * @returns one line for each, with its table
   */
  whatRefersTo(table: string, ours: readonly string[]): Promise<readonly string[]>;
  /** The columns that the database computes; TypeORM fails on those that it did not make itself. */
  generatedColumns(table: string): Promise<readonly string[]>;
  /**
   * The names of the indexes that are nothing but their columns: no expression, no condition, no
   * part of a value, no order, collation or method of their own.
   */
  plainIndexes(table: string): Promise<ReadonlySet<string>>;
  /** Those names that only one thing can have: in a schema of PostgreSQL, otherwise in the database. */
  sharedNames(names: NewNames): readonly string[];
  /** What has one of the {@link Catalog.sharedNames}. */
  holdersOf(names: NewNames): Promise<readonly NameHolder[]>;
}

/** The line of a report about computed columns; none for a table that has none. */
export async function generatedColumnsIn(
  catalog: Catalog,
  table: string,
): Promise<readonly string[]> {
  const columns = await catalog.generatedColumns(table);
  return columns.map(
    (column) =>
      `${table}: the column ${column} is generated; drop it, and make it again afterwards`,
  );
}
