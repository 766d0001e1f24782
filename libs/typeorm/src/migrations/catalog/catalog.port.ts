/** The new names that a migration uses in one table. */
export interface NewNames {
  /** Path of the table. */
  readonly table: string;
  /** Tables that are created: the table itself, or a copy of it. */
  readonly tables: readonly string[];
  readonly indexes: readonly string[];
  /** Primary and unique keys that are constraints and not only indexes. */
  readonly constraints: readonly string[];
  readonly foreignKeys: readonly string[];
}

/** An object that already has a name. */
export interface NameHolder {
  readonly name: string;
  /** Its kind, name and table. */
  readonly what: string;
}

/** Facts about the tables of a database that TypeORM does not read. Tables are given by path. */
export interface Catalog {
  /**
   * The objects that would break if a table was dropped: foreign keys of other tables, views and
   * similar.
   * @param ours - tables whose own foreign keys do not count
   * @returns one line for each, with its table
   */
  whatRefersTo(table: string, ours: readonly string[]): Promise<readonly string[]>;
  /** The columns that the database computes; TypeORM fails on those that it did not create. */
  generatedColumns(table: string): Promise<readonly string[]>;
  /**
   * The names of the plain indexes: only columns, without an expression, condition, prefix length,
   * order, collation or method of their own.
   */
  plainIndexes(table: string): Promise<ReadonlySet<string>>;
  /** The names that must be unique: in a schema on PostgreSQL, otherwise in the database. */
  sharedNames(names: NewNames): readonly string[];
  /** The objects that have one of the {@link Catalog.sharedNames}. */
  holdersOf(names: NewNames): Promise<readonly NameHolder[]>;
}

/** One line of a report for each computed column of a table. */
export async function generatedColumnsIn(
  catalog: Catalog,
  table: string,
): Promise<readonly string[]> {
  const columns = await catalog.generatedColumns(table);
  return columns.map(
    (column) =>
      `${table}: the column ${column} is generated; drop it, and create it again afterwards`,
  );
}
