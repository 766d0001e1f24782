import {
  Equal,
  IsNull,
  LessThan,
  Or,
  type DataSource,
  type EntityMetadata,
  type FindOperator,
  type FindOptionsWhere,
  type ObjectLiteral,
  type Repository,
} from 'typeorm';
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
import { WritableColumns } from './writable-columns.js';

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

  list(operation: Operation, key: RowKey): Promise<Row[]> {
    return this.reader.list(operation, key);
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
   * @param below - changes the row only if this property is below this value; null is below all
   * @param at - changes the row only if this property has this value; null counts as 0
   * @returns whether there was such a row
   */
  async update(
    operation: Operation,
    key: RowKey,
    {
      patch,
      below = {},
      at = {},
    }: {
      readonly patch: object;
      readonly below?: Record<string, number | Date>;
      readonly at?: Record<string, number>;
    },
  ): Promise<boolean> {
    const values = this.columns.pick(patch);
    if (!this.isUsable(key)) return false;
    if (Object.keys(values).length === 0) return (await this.find(operation, key)) !== null;
    const criteria: FindOptionsWhere<ObjectLiteral> = { ...key };
    for (const [property, limit] of Object.entries(below)) {
      criteria[property] = this.orNull(property, LessThan(limit));
    }
    for (const [property, count] of Object.entries(at)) {
      criteria[property] = count === 0 ? this.orNull(property, Equal(0)) : count;
    }
    const affected = await operation.change(`update ${this.metadata.tableName}`, [
      this.updateOf(criteria, values),
    ]);
    return affected > 0;
  }

  /** Returns an UPDATE of rows, as part of a larger change. */
  updateOf(criteria: FindOptionsWhere<ObjectLiteral>, patch: object): Change {
    const { metadata } = this;
    const values = this.columns.pick(patch);
    return {
      event: 'Update',
      metadata,
      entity: values,
      build: (manager) =>
        manager
          .createQueryBuilder()
          .update<ObjectLiteral>(metadata.target)
          .set(values)
          .where(criteria),
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
    const id = `${Reflect.get(found, 'id')}`;
    if ((await this.remover.remove(operation, { id })) > 0) return found;
    await this.assertGone(operation, { id });
    return null;
  }

  /**
   * Deletes every row with this key.
   * @returns how many
   * @throws {StoreError} if a row stays
   */
  async removeAll(operation: Operation, key: RowKey): Promise<number> {
    if (!this.isUsable(key)) return 0;
    const removed = await this.remover.remove(operation, { ...key });
    if ((await this.list(operation, key)).length === 0) return removed;
    // Inserted meanwhile, or kept by the database.
    const more = await this.remover.remove(operation, { ...key });
    if (more === 0) await this.assertGone(operation, key);
    return removed + more;
  }

  /**
   * Looks again for rows that a DELETE did not affect. If one is still there, the database keeps
   * it, such as by a policy or a trigger: nothing may be reported as deleted then.
   * @throws {StoreError} if a row is still there
   * @see docs/design/security-bar.md DT3
   */
  private async assertGone(operation: Operation, key: RowKey): Promise<void> {
    // A transaction of the application may still see rows that others have deleted.
    if (!operation.seesOthers || (await this.list(operation, key)).length === 0) return;
    throw new StoreError(`delete from ${this.metadata.tableName}`, { code: 'KEPT' });
  }

  private orNull(property: string, condition: FindOperator<unknown>): FindOperator<unknown> {
    const { isNullable } = columnOf(this.metadata, property);
    return isNullable ? Or(IsNull(), condition) : condition;
  }

  private isUsable(key: RowKey): boolean {
    return isUsableKey(key, this.metadata, this.dataSource.driver);
  }
}
