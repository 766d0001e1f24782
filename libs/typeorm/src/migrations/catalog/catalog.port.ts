/** The new names that a migration uses in one table. */
export interface NewNames {
  /** The path of the table. */
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

/** Reads facts about tables that TypeORM does not read. Tables are passed by path. */
export interface Catalog {
  /**
   * Finds the objects that would break if a table were dropped: foreign keys of other tables, views
   * and the like.
   * @param ours - tables whose own foreign keys do not count
   * @returns one line for each object
   */
  whatRefersTo(table: string, ours: readonly string[]): Promise<readonly string[]>;
  /** Returns the computed columns; TypeORM fails on those that it did not create. */
  generatedColumns(table: string): Promise<readonly string[]>;
  /**
   * Returns the names of the plain indexes: those over whole columns, without an expression,
   * condition, or special order, collation or method.
   */
  plainIndexes(table: string): Promise<ReadonlySet<string>>;
  /** Returns the names that must be unique in the database, or on PostgreSQL in the schema. */
  sharedNames(names: NewNames): readonly string[];
  /** Finds existing objects that have one of the {@link Catalog.sharedNames}. */
  holdersOf(names: NewNames): Promise<readonly NameHolder[]>;
}

/** Returns one line of a report for each computed column of a table. */
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
