import {
  TableMaker,
  catalogOf,
  generatedColumnsIn,
  heldNames,
  namesGivenTwice,
  namesOfKeys,
  namesOfNew,
  takenKey,
  type Catalog,
  type NamedTables,
  type NewNames,
  type TableDefinition,
} from '@authnest/typeorm/migrations';
import type { QueryRunner, Table } from 'typeorm';
import { columnChanges, leavingColumns } from './column-changes.js';
import type { Dialect, TableChange } from './dialect.port.js';
import { dialectOf } from './dialect-of.js';
import { leavingKeys, takenNames } from './our-keys.js';
import { onlyIn, pairsOf, type Pair, type Reshaping } from './pairs.js';
import { RowFinder } from './find-rows.js';

/** Finds what prevents changing tables to another layout. It only reads. */
export class ProblemFinder {
  private readonly dialect: Dialect;
  private readonly catalog: Catalog;
  private readonly rows: RowFinder;

  constructor(
    private readonly queryRunner: QueryRunner,
    private readonly names: NamedTables,
  ) {
    this.dialect = dialectOf(queryRunner);
    this.catalog = catalogOf(queryRunner);
    this.rows = new RowFinder(queryRunner, names);
  }

  /** @returns one line for each problem, with the table and the ids of rows */
  async find(from: readonly TableDefinition[], to: readonly TableDefinition[]): Promise<string[]> {
    const ours = [...new Set([...from, ...to].map(({ table }) => this.names.path(table)))];
    const problems: string[] = [];
    // In sequence, since the queries share one connection.
    for (const pair of pairsOf(from, to)) problems.push(...(await this.ofPair(pair, ours)));
    for (const { table } of onlyIn(from, to)) {
      problems.push(...(await this.catalog.whatRefersTo(this.names.path(table), ours)));
    }
    const maker = new TableMaker(this.queryRunner, this.names);
    problems.push(...(await maker.making(onlyIn(to, from))).problems);
    const news = to.map((migrated) => namesOfNew(this.names, migrated));
    problems.push(...namesGivenTwice(this.catalog, news));
    return problems;
  }

  private async ofPair(pair: Pair, ours: readonly string[]): Promise<readonly string[]> {
    const { table } = pair.from;
    const generated = await generatedColumnsIn(this.catalog, this.names.path(table));
    if (generated.length > 0) return generated;
    const actual = await this.queryRunner.getTable(this.names.tableName(table));
    if (!actual) return [`${this.names.path(table)}: there is no such table`];
    const reshaping = { ...pair, actual };
    const plain = await this.catalog.plainIndexes(this.names.path(table));
    const taken = takenNames(reshaping, this.names, plain);
    if (taken.length > 0) {
      return taken.map((name) => takenKey(actual.name, name));
    }
    const held = await heldNames(this.catalog, this.newNames(reshaping));
    if (held.length > 0) return held;
    const missing = this.missingColumns(actual, pair);
    if (missing.length > 0) return [`${actual.name}: there is no column ${missing.join(', ')}`];
    return [
      ...(await this.rows.find(reshaping)),
      ...(await this.dialect.obstacles(this.changeOf(reshaping, ours, plain))),
    ];
  }

  private newNames({ actual, to }: Reshaping): NewNames {
    const wanted = this.names.table(to);
    const copy = this.dialect.copyName?.(wanted.name);
    const keys = namesOfKeys(this.names.path(to.table), wanted, actual);
    return { ...keys, tables: copy === undefined ? [] : [copy] };
  }

  /** Ignores columns to be dropped, since an interrupted earlier run may have dropped them. */
  private missingColumns(actual: Table, { from, to }: Pair): string[] {
    return Object.keys(from.columns)
      .filter((property) => property in to.columns)
      .map((property) => this.names.name(property))
      .filter((name) => !actual.findColumnByName(name));
  }

  private changeOf(
    reshaping: Reshaping,
    ours: readonly string[],
    plain: ReadonlySet<string>,
  ): TableChange {
    const { actual } = reshaping;
    const { uniques, indices } = leavingKeys(reshaping, this.names, plain);
    return {
      actual,
      changes: columnChanges(reshaping, this.names),
      leaving: leavingColumns(reshaping, this.names),
      keys: [...uniques, ...indices].flatMap(({ name }) => (name ? [name] : [])),
      ours,
    };
  }
}
