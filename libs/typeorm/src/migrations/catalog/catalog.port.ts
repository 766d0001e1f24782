/** What a database knows about its tables that TypeORM does not read. Tables are given by path. */
export interface Catalog {
  /**
   * What would break if a table was dropped: foreign keys of other tables, views and the like.
   * @param ours - tables whose own foreign keys do not count
   * @returns one line for each, with its table
   */
  whatRefersTo(table: string, ours: readonly string[]): Promise<readonly string[]>;
}
