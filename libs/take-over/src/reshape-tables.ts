import {
  catalogOf,
  dropTable,
  sameColumns,
  type NamedTables,
  type TableDefinition,
} from '@authnest/typeorm/migrations';
import { type QueryRunner, Table, TableForeignKey, TableIndex, TableUnique } from 'typeorm';
import { columnChanges, epochColumns, leavingColumns } from './column-changes.js';
import { dialectOf } from './dialect-of.js';
import { hasUniqueKey, leavingKeys } from './our-keys.js';
import { ownerKeys } from './owner-keys.js';
import { onlyIn, pairsOf, type Pair, type Reshaping } from './pairs.js';

/**
 * Changes tables from one layout to another, with their rows. It compares each table and changes
 * only the differences, so it can run again after a failure. Columns, keys and indexes of the
 * application stay.
 */
export class TableReshaper {
  /** @param copies - copies that replace tables in a rehearsal, by name */
  constructor(
    private readonly queryRunner: QueryRunner,
    private readonly names: NamedTables,
    private readonly copies: Readonly<Record<string, Table>> = {},
  ) {}

  async reshape(from: readonly TableDefinition[], to: readonly TableDefinition[]): Promise<void> {
    const pairs = pairsOf(from, to);
    // First, since a column cannot change its type while a foreign key uses it.
    const isTyping = await this.changesIds(pairs);
    for (const pair of pairs) await this.dropOwner(pair, isTyping);
    for (const { table } of onlyIn(from, to).toReversed()) {
      await dropTable(this.queryRunner, this.names, table);
    }
    for (const pair of pairs) await this.reshapeTable(pair);
    for (const pair of pairs) await this.addOwner(pair.to);
    for (const after of onlyIn(to, from)) await this.create(after);
  }

  /** Changes everything except the foreign key. */
  async reshapeTable(pair: Pair): Promise<void> {
    await this.dropKeys(pair);
    await this.changeColumns(pair);
    await this.addAndDropColumns(pair);
    await this.addKeys(pair);
  }

  private async dropKeys(pair: Pair): Promise<void> {
    const reshaping = await this.read(pair);
    const { actual } = reshaping;
    const { uniques, indices } = leavingKeys(reshaping, this.names, await this.plainIndexes(pair));
    if (uniques.length > 0) await this.queryRunner.dropUniqueConstraints(actual, [...uniques]);
    if (indices.length > 0) await this.queryRunner.dropIndices(actual, [...indices]);
  }

  private async changeColumns(pair: Pair): Promise<void> {
    const dialect = dialectOf(this.queryRunner);
    const reshaping = await this.read(pair);
    const changes = columnChanges(reshaping, this.names);
    if (changes.length > 0) {
      await dialect.alter(reshaping.actual, changes);
      this.queryRunner.clearSqlMemory();
    }
    await dialect.settle?.(reshaping.actual, epochColumns(pair, this.names));
  }

  private async addAndDropColumns(pair: Pair): Promise<void> {
    const reshaping = await this.read(pair);
    const { actual } = reshaping;
    const missing = this.names
      .table(pair.to)
      .columns.filter(({ name }) => !actual.findColumnByName(name));
    if (missing.length > 0) await this.queryRunner.addColumns(actual, missing);
    const leaving = leavingColumns(reshaping, this.names);
    if (leaving.length > 0) await this.queryRunner.dropColumns(actual, leaving);
  }

  private async addKeys(pair: Pair): Promise<void> {
    const reshaping = await this.read(pair);
    const plain = await this.plainIndexes(pair);
    const { uniques, indices } = this.names.table(pair.to);
    const isFree = ({ columnNames }: { columnNames: string[] }) =>
      !hasUniqueKey(reshaping, columnNames, plain);
    const isMissing = ({ name }: { name?: string }) =>
      reshaping.actual.indices.every((index) => index.name !== name);
    // The keys of Auth.js may have different names, which must not change.
    const constraints = (pair.to.constraints ?? []).map((key) => this.names.names(key));
    const missing = indices.filter(
      (index) =>
        isMissing(index) &&
        (!constraints.some((key) => sameColumns(key, index.columnNames)) || isFree(index)),
    );
    const { actual } = reshaping;
    const constraintsToMake = uniques.filter(isFree).map((unique) => new TableUnique(unique));
    if (constraintsToMake.length > 0) {
      await this.queryRunner.createUniqueConstraints(actual, constraintsToMake);
    }
    await this.queryRunner.createIndices(
      actual,
      missing.map((index) => new TableIndex(index)),
    );
  }

  private async dropOwner(pair: Pair, isTyping: boolean): Promise<void> {
    if (!pair.from.owner) return;
    const { actual } = await this.read(pair);
    const keys = isTyping ? ownerKeys(actual, this.names) : this.otherOwners(actual, pair);
    if (keys.length === 0) return;
    await this.queryRunner.dropForeignKeys(actual, keys);
    // MariaDB and MySQL created an index with the name of the key, and keep it.
    const { actual: left } = await this.read(pair);
    const plain = await this.plainIndexes(pair);
    const indices = left.indices.filter(
      ({ name = '', columnNames }) =>
        plain.has(name) &&
        keys.some((key) => key.name === name && sameColumns(key.columnNames, columnNames)),
    );
    if (indices.length > 0) await this.queryRunner.dropIndices(left, indices);
  }

  /** Whether an id, or a column that refers to one, changes its type. */
  private async changesIds(pairs: readonly Pair[]): Promise<boolean> {
    const ids = this.names.names(['id', 'userId']);
    for (const pair of pairs) {
      const changes = columnChanges(await this.read(pair), this.names);
      if (changes.some(({ from }) => ids.includes(from.name))) return true;
    }
    return false;
  }

  /** Returns the foreign keys with a different action for the rows of a deleted user. */
  private otherOwners(actual: Table, { to }: Pair): TableForeignKey[] {
    const [wanted] = this.names.table(to).foreignKeys;
    return ownerKeys(actual, this.names).filter(({ onDelete }) => onDelete !== wanted?.onDelete);
  }

  private async addOwner(migrated: TableDefinition): Promise<void> {
    const { foreignKeys } = this.names.table(migrated);
    if (foreignKeys.length === 0) return;
    const actual = await this.table(migrated.table);
    if (ownerKeys(actual, this.names).length > 0) return;
    const keys = foreignKeys.map((key) => new TableForeignKey(key));
    await this.queryRunner.createForeignKeys(actual, keys);
  }

  private async create(migrated: TableDefinition): Promise<void> {
    const table = this.names.table(migrated);
    if (!(await this.queryRunner.hasTable(table.name))) await this.queryRunner.createTable(table);
  }

  private plainIndexes({ from: { table } }: Pair): Promise<ReadonlySet<string>> {
    return catalogOf(this.queryRunner).plainIndexes(this.names.path(table));
  }

  private async read(pair: Pair): Promise<Reshaping> {
    return { ...pair, actual: await this.table(pair.from.table) };
  }

  /** Reads the current table: TypeORM's cached copy may be outdated. */
  private async table(table: string): Promise<Table> {
    const copy = this.copies[table];
    if (copy) return copy;
    const name = this.names.tableName(table);
    const actual = await this.queryRunner.getTable(name);
    if (!actual) throw new Error(`there is no table ${name}`);
    return actual;
  }
}
