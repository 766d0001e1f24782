import { type QueryRunner, Table, TableForeignKey, TableIndex, TableUnique } from 'typeorm';
import type { MigratedTable } from '../auth-tables-1795194000000.js';
import type { NamedTables } from '../named-tables.js';
import { columnChanges, type Reshaping } from './column-changes.js';
import { dialectOf } from './dialect-of.js';

/**
 * Makes tables of one layout those of another, with the rows in them. It looks at each table and
 * changes what differs, so it may run again after it broke off. Columns, keys and indexes that are
 * no business of ours stay.
 */
export class TableReshaper {
  constructor(
    private readonly queryRunner: QueryRunner,
    private readonly names: NamedTables,
  ) {}

  async reshape(from: readonly MigratedTable[], to: readonly MigratedTable[]): Promise<void> {
    const pairs = from.flatMap((before) => {
      const after = to.find(({ table }) => table === before.table);
      return after ? [{ from: before, to: after }] : [];
    });
    // First, since no column changes its type while a foreign key leads to it or from it.
    for (const pair of pairs) await this.dropOwner(pair.from);
    for (const { table } of from.toReversed()) {
      if (to.every((after) => after.table !== table)) await this.drop(table);
    }
    for (const pair of pairs) await this.reshapeTable(pair);
    for (const pair of pairs) await this.addOwner(pair.to);
    for (const after of to) {
      if (from.every(({ table }) => table !== after.table)) await this.create(after);
    }
  }

  private async reshapeTable(pair: Omit<Reshaping, 'actual'>): Promise<void> {
    await this.dropKeys(pair);
    const changes = columnChanges(await this.read(pair), this.names);
    if (changes.length > 0) {
      const { actual } = await this.read(pair);
      await dialectOf(this.queryRunner).alter(actual, changes);
      this.queryRunner.clearSqlMemory();
    }
    await this.addAndDropColumns(pair);
    await this.addKeys(pair);
  }

  /** Indexes and unique keys over the same columns, whatever they are called. */
  private async dropKeys(pair: Omit<Reshaping, 'actual'>): Promise<void> {
    const { actual } = await this.read(pair);
    const ours = [pair.from, pair.to]
      .flatMap(({ unique, constraints = [], indexed }) => [...unique, ...constraints, ...indexed])
      .map((properties) => keyOf(this.names.names(properties)));
    const uniques = actual.uniques.filter(({ columnNames }) => ours.includes(keyOf(columnNames)));
    if (uniques.length > 0) await this.queryRunner.dropUniqueConstraints(actual, uniques);
    const indices = actual.indices.filter(({ columnNames }) => ours.includes(keyOf(columnNames)));
    if (indices.length > 0) await this.queryRunner.dropIndices(actual, indices);
  }

  private async addAndDropColumns(pair: Omit<Reshaping, 'actual'>): Promise<void> {
    const { actual } = await this.read(pair);
    const wanted = this.names.table(pair.to);
    const missing = wanted.columns.filter(({ name }) => !actual.findColumnByName(name));
    if (missing.length > 0) await this.queryRunner.addColumns(actual, missing);
    const leaving = Object.keys(pair.from.columns)
      .map((property) => this.names.name(property))
      .filter((name) => !wanted.findColumnByName(name) && actual.findColumnByName(name));
    if (leaving.length > 0) await this.queryRunner.dropColumns(actual, leaving);
  }

  private async addKeys(pair: Omit<Reshaping, 'actual'>): Promise<void> {
    const { actual } = await this.read(pair);
    const { uniques, indices } = this.names.table(pair.to);
    if (uniques.length > 0) {
      await this.queryRunner.createUniqueConstraints(
        actual,
        uniques.map((unique) => new TableUnique(unique)),
      );
    }
    if (indices.length > 0) {
      await this.queryRunner.createIndices(
        actual,
        indices.map((index) => new TableIndex(index)),
      );
    }
  }

  private async dropOwner({ table, ownedByUser }: MigratedTable): Promise<void> {
    if (!ownedByUser) return;
    const actual = await this.table(table);
    const column = keyOf(this.names.names(['userId']));
    const keys = actual.foreignKeys.filter(({ columnNames }) => keyOf(columnNames) === column);
    if (keys.length > 0) await this.queryRunner.dropForeignKeys(actual, keys);
  }

  private async addOwner(migrated: MigratedTable): Promise<void> {
    const { foreignKeys } = this.names.table(migrated);
    if (foreignKeys.length === 0) return;
    const actual = await this.table(migrated.table);
    const keys = foreignKeys.map((key) => new TableForeignKey(key));
    await this.queryRunner.createForeignKeys(actual, keys);
  }

  private async create(migrated: MigratedTable): Promise<void> {
    const table = this.names.table(migrated);
    if (!(await this.queryRunner.hasTable(table.name))) await this.queryRunner.createTable(table);
  }

  private async drop(table: string): Promise<void> {
    const name = this.names.tableName(table);
    if (await this.queryRunner.hasTable(name)) await this.queryRunner.dropTable(name);
  }

  private async read(pair: Omit<Reshaping, 'actual'>): Promise<Reshaping> {
    return { ...pair, actual: await this.table(pair.from.table) };
  }

  /** As it is now: TypeORM's own copy may be of before. */
  private async table(table: string): Promise<Table> {
    const name = this.names.tableName(table);
    const actual = await this.queryRunner.getTable(name);
    if (!actual) throw new Error(`there is no table ${name}`);
    return actual;
  }
}

function keyOf(columnNames: readonly string[]): string {
  return columnNames.toSorted().join();
}
