import type { SessionPage } from '@authnest/core';
import type { DataSource, EntityMetadata, ObjectLiteral, Repository } from 'typeorm';
import { roleOf, type EntityClass } from '../entities/auth-role.js';
import { assertKey } from './assert-key.js';
import { assertUnique } from './assert-unique.js';
import { columnOf } from './column-metadata.js';
import type { Change, Condition, Operation } from '../operations/operation.js';
import { RowInserter } from './row-inserter.js';
import { isUsableKey, type RowKey } from './row-key.js';
import { RowReader } from './row-reader.js';
import { RowRemover } from './row-remover.js';
import { StoreError } from '../operations/store-error.js';
import { unlessTaken } from './unless-taken.js';
import { WritableColumns } from './writable-columns.js';

/** How many times to try to store something, since a clean-up may delete the row in between. */
export const ATTEMPTS = 3;

/** A change of one row. */
interface Update {
  readonly patch: object;
  /** Changes the row only if this property is below this value; null is below all. */
  readonly below?: Readonly<Record<string, number | Date>>;
  /** Changes the row only if this property has this value; null counts as 0. */
  readonly at?: Readonly<Record<string, number>>;
}

/**
 * One of our tables. Rows are read with prepared SQL, and written with TypeORM's query builders, so
 * that listeners, subscribers and generated columns of the application's entity still apply.
 */
export class AuthTable<Row extends object> {
  readonly metadata: EntityMetadata;
  readonly repository: Repository<ObjectLiteral>;
  readonly inserter: RowInserter<Row>;
  private readonly columns: WritableColumns;
  private readonly reader: RowReader<Row>;
  readonly remover: RowRemover;
  /** A unique key that the table should have but lacks. */
  private readonly lackedKey: readonly string[] | undefined;

  /**
   * @throws {Error} for a child of single-table inheritance, whose rows need another condition, and
   * for a primary key for which a new row would have no value
   */
  constructor(
    private readonly dataSource: DataSource,
    entity: EntityClass,
  ) {
    this.metadata = dataSource.getMetadata(entity);
    if (this.metadata.tableType === 'entity-child') {
      throw new Error(
        `TypeOrmAdapter: ${this.metadata.name} is a @ChildEntity; pass the entity of the whole table`,
      );
    }
    assertKey(this.metadata, dataSource, roleOf(entity)?.role === 'user');
    const repository = (this.repository = dataSource.getRepository<ObjectLiteral>(entity));
    this.columns = new WritableColumns(this.metadata, dataSource.driver);
    this.lackedKey = roleOf(entity)?.definition.lackedKey;
    assertUnique(this.metadata, this.lackedKey);
    this.inserter = new RowInserter(repository, this.columns, {
      driver: dataSource.driver,
      lackedKey: this.lackedKey,
    });
    this.reader = new RowReader(dataSource, this.metadata);
    this.remover = new RowRemover(repository);
  }

  find(operation: Operation, key: RowKey): Promise<Row | null> {
    return this.reader.find(operation, key);
  }

  list(operation: Operation, key: RowKey, page?: SessionPage): Promise<Row[]> {
    return this.reader.list(operation, key, page);
  }

  /** @see {@link RowInserter.insert} */
  async insert(operation: Operation, values: object): Promise<Row & { id: string }> {
    await this.assertFree(operation, values);
    return this.inserter.insert(operation, values);
  }

  /**
   * If the table lacks the unique key, looks for a row with the same values. Of parallel calls, the
   * primary key accepts only one. Rows that other programs inserted have different primary keys, so
   * only this look-up finds them.
   * @throws {StoreError} if there is such a row
   */
  async assertFree(operation: Operation, values: object): Promise<void> {
    if (!this.lackedKey) return;
    const key = this.lackedKey.map((property): [string, string] => [
      property,
      Reflect.get(values, property) as string,
    ]);
    if ((await this.find(operation, Object.fromEntries(key))) === null) return;
    throw new StoreError(`insert into ${this.metadata.tableName}`, { code: 'TAKEN' });
  }

  /**
   * Changes the row with this key in one UPDATE, which never inserts a row.
   * @returns whether there was such a row
   * @throws {StoreError} if the database keeps it unchanged
   */
  async update(operation: Operation, key: RowKey, update: Update): Promise<boolean> {
    const values = this.columns.pick(update.patch);
    if (!this.isUsable(key)) return false;
    if (Object.keys(values).length === 0) return (await this.find(operation, key)) !== null;
    const affected = await operation.change(`update ${this.metadata.tableName}`, [
      this.updateOf(key, update),
    ]);
    return affected > 0;
  }

  /**
   * Raises times of a row, or inserts it. They never become earlier, even with concurrent writers.
   * @param initial - members for a new row only
   * @throws {StoreError} if the times cannot be stored
   */
  async raise(
    operation: Operation,
    key: RowKey,
    { times, initial = {} }: { readonly times: Readonly<Record<string, Date>>; initial?: object },
  ): Promise<void> {
    const isRaised = (row: object) =>
      Object.entries(times).every(([name, time]) => Reflect.get(row, name) >= time);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const row = { ...initial, ...times, ...key };
      const isNew = (await this.find(operation, key)) === null;
      if (isNew && (await unlessTaken(() => this.insert(operation, row)))) return;
      for (const [name, time] of Object.entries(times)) {
        const patch = { [name]: time };
        await this.update(operation, key, { patch, below: patch });
      }
      const stored = await this.find(operation, key);
      if (stored && isRaised(stored)) return;
    }
    throw new StoreError(`update ${this.metadata.tableName}`, { code: 'KEPT' });
  }

  /** Returns an UPDATE of the row with this key, as part of a larger change. */
  updateOf(key: RowKey, { patch, below = {}, at = {} }: Update): Change {
    const { metadata } = this;
    const values = this.columns.pick(patch);
    const conditions = [
      ...this.compared(below, (column, limit) => `(${column} IS NULL OR ${column} < ${limit})`),
      ...this.compared(at, (column, count) => `COALESCE(${column}, 0) = ${count}`),
    ];
    return {
      event: 'Update',
      metadata,
      entity: values,
      isIgnored: this.reader.hasRow(key, (row) => isStill(row, below, at)),
      build: (manager) => {
        const query = manager.createQueryBuilder().update<ObjectLiteral>(metadata.target);
        query.set(values).where({ ...key });
        for (const [sql, parameters] of conditions) query.andWhere(sql, parameters);
        return query;
      },
    };
  }

  /** @see {@link RowReader.condition} */
  condition(key: RowKey, isMet: (row: Row) => boolean): Condition | null {
    return this.reader.condition(key, isMet);
  }

  /** Changes the row with this key and returns it, or null if there is none. */
  async patch(operation: Operation, key: RowKey, patch: object): Promise<Row | null> {
    const found = await this.find(operation, key);
    if (!found) return null;
    const id = `${Reflect.get(found, 'id')}`;
    return (await this.update(operation, { id }, { patch })) ? this.find(operation, { id }) : null;
  }

  /**
   * Reads a row and deletes it. Of several parallel callers, only the one whose DELETE affected the
   * row receives it. So it needs neither `RETURNING` nor a transaction on a shared connection. It
   * deletes by id, since only the look-up compares keys exactly in every collation.
   * @throws {StoreError} if the row stays
   */
  async take(operation: Operation, key: RowKey): Promise<Row | null> {
    const found = await this.find(operation, key);
    if (!found) return null;
    return (await this.removeAll(operation, { id: `${Reflect.get(found, 'id')}` })) > 0
      ? found
      : null;
  }

  /**
   * Deletes every row with this key.
   * @returns how many
   * @throws {StoreError} if a row stays
   */
  async removeAll(operation: Operation, key: RowKey): Promise<number> {
    if (!this.isUsable(key)) return 0;
    return operation.change(`delete from ${this.metadata.tableName}`, [this.removal(key)]);
  }

  /** Returns a DELETE of every row with this key, as part of a larger change. */
  removal(key: RowKey): Change {
    return {
      ...this.remover.removal({ ...key }),
      isIgnored: this.reader.hasRow(key),
      isOfMany: !('id' in key),
    };
  }

  /**
   * Returns conditions with their parameters. Not with operators of TypeORM, as 0.3 passes these to the
   * transformer of a column in place of their values.
   * @see docs/design/security-bar.md DT30
   */
  private compared(
    values: Readonly<Record<string, unknown>>,
    sqlOf: (column: string, parameter: string) => string,
  ): [sql: string, parameters: ObjectLiteral][] {
    const { driver } = this.dataSource;
    return Object.entries(values).map(([property, value]) => {
      const column = columnOf(this.metadata, property);
      return [
        sqlOf(driver.escape(column.databaseName), `:${property}`),
        { [property]: driver.preparePersistentValue(value, column) as unknown },
      ];
    });
  }

  private isUsable(key: RowKey): boolean {
    return isUsableKey(key, this.metadata, this.dataSource.driver);
  }
}

/** Whether the conditions of an update are met by a row that it has not affected. */
function isStill(row: object, below: object, at: object): boolean {
  const valueOf = (property: string): unknown => Reflect.get(row, property);
  return (
    Object.entries(below).every(([name, limit]) => (valueOf(name) ?? -1) < limit) &&
    Object.entries(at).every(([name, count]) => Number(valueOf(name) ?? 0) === count)
  );
}
