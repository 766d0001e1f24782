import { catalogOf, escaped, select, type NamedTables } from '@authnest/typeorm/migrations';
import type { QueryRunner } from 'typeorm';
import { ourKeys } from './our-keys.js';
import type { Pair } from './pairs.js';
import { tableClauses } from './table-clauses.js';

/** An object as SQLite stores it: with the statement that created it. */
interface Kept {
  readonly type: 'index' | 'view' | 'trigger' | 'table';
  readonly name: string;
  readonly table: string;
  readonly sql: string;
}

/** The order in which objects are recreated: a trigger may belong to a view. */
const ORDER = ['index', 'view', 'trigger'] as const;

/**
 * Keeps objects of the application while SQLite tables are recreated, which is how TypeORM changes
 * them. Indexes, triggers and views would be lost, or would prevent this, so they are dropped
 * before and recreated afterwards. If the new table lacks a clause of the old one, the result is an
 * error, which rolls back the transaction.
 */
export class OwnObjects {
  constructor(
    private readonly queryRunner: QueryRunner,
    private readonly names: NamedTables,
  ) {}

  /** @throws {Error} if an object of the application would be lost; the message names it */
  async keptDuring(pairs: readonly Pair[], work: () => Promise<void>): Promise<void> {
    const before = await this.tables();
    const kept = await this.find(pairs);
    for (const { type, name } of kept.toReversed()) await this.run(`DROP ${type} ${this.q(name)}`);
    const counts = before.some(({ name }) => name === 'sqlite_sequence');
    await (counts ? this.countingOn(work) : work());
    await this.assertComplete(before);
    for (const { type, name, table, sql } of kept) {
      await this.run(sql).catch((cause: unknown) => {
        throw new Error(
          `authMigrations: nothing was changed, because the ${type} ${name} of ${table} cannot be ` +
            'created again afterwards; drop it first',
          { cause },
        );
      });
    }
  }

  /**
   * A table that is recreated counts on from its highest id, and would give that of a deleted user
   * again, whose stateless sessions may go on.
   */
  private async countingOn(work: () => Promise<void>): Promise<void> {
    await this.run('CREATE TEMP TABLE authnest_counters AS SELECT name, seq FROM sqlite_sequence');
    await work();
    await this.run(
      'DELETE FROM sqlite_sequence WHERE name IN (SELECT name FROM authnest_counters)',
    );
    await this.run('INSERT INTO sqlite_sequence SELECT name, seq FROM authnest_counters');
    await this.run('DROP TABLE authnest_counters');
  }

  private async find(pairs: readonly Pair[]): Promise<readonly Kept[]> {
    const ours = new Map<string, ReadonlySet<string>>();
    for (const pair of pairs) {
      ours.set(this.names.tableName(pair.from.table), await this.keysOf(pair));
    }
    const objects = await select<Kept>(
      this.queryRunner,
      `SELECT type AS type, name AS name, tbl_name AS "table", sql AS sql FROM sqlite_master
        WHERE type IN ('index', 'view', 'trigger') AND sql IS NOT NULL ORDER BY rowid`,
    );
    return objects
      .filter(({ type, name, table }) => {
        if (type !== 'index') return true;
        const keys = ours.get(table);
        return keys !== undefined && !keys.has(name);
      })
      .toSorted(
        (a, b) => ORDER.findIndex((t) => t === a.type) - ORDER.findIndex((t) => t === b.type),
      );
  }

  private async keysOf(pair: Pair): Promise<ReadonlySet<string>> {
    const actual = await this.queryRunner.getTable(this.names.tableName(pair.from.table));
    if (!actual) return new Set();
    const plain = await catalogOf(this.queryRunner).plainIndexes(actual.name);
    const { indices } = ourKeys({ ...pair, actual }, this.names, plain);
    return new Set(indices.flatMap(({ name }) => (name ? [name] : [])));
  }

  private async assertComplete(before: readonly Kept[]): Promise<void> {
    const after = new Map((await this.tables()).map(({ name, sql }) => [name, tableClauses(sql)]));
    const lost = before.flatMap(({ name, sql }) => {
      const left = [...(after.get(name) ?? tableClauses(sql))];
      return tableClauses(sql)
        .filter((clause) => {
          const at = left.indexOf(clause);
          if (at >= 0) left.splice(at, 1);
          return at < 0;
        })
        .map((clause) => `\n- ${name}: ${clause}`);
    });
    if (lost.length === 0) return;
    throw new Error(
      'authMigrations: nothing was changed, because SQLite recreates these tables, and the new ' +
        `ones would lack the following. Remove it, and add it again afterwards:${lost.join('')}`,
    );
  }

  private tables(): Promise<Kept[]> {
    return select<Kept>(
      this.queryRunner,
      `SELECT type AS type, name AS name, tbl_name AS "table", sql AS sql FROM sqlite_master WHERE type = 'table'`,
    );
  }

  private async run(sql: string): Promise<void> {
    await this.queryRunner.query(sql);
  }

  private q(name: string): string {
    return escaped(this.queryRunner, name);
  }
}
