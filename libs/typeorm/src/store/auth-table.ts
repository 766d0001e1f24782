import { In, LessThan, type DataSource, type EntityMetadata, type ObjectLiteral } from 'typeorm';
import type { EntityManager, FindOptionsWhere, Repository } from 'typeorm';
import type { EntityClass } from '../entities/auth-role.js';
import { columnOf, type ColumnMetadata } from './column-metadata.js';
import { fitsColumn, fitsLength, isUuid } from './fits-column.js';
import { SelectStatement } from './select-statement.js';
import { StoreError } from './store-error.js';
import { runStatement } from './run-statement.js';

/** Values that find a row: texts, by property. Anything else in them finds nothing. */
export type Key = Readonly<Record<string, string>>;

/**
 * One of the five tables. Reading goes through prepared texts, writing through TypeORM's own
 * builders, so that listeners, subscribers and generated columns of an own entity stay alive.
 */
export class AuthTable<Row extends object> {
  readonly metadata: EntityMetadata;
  private readonly repository: Repository<ObjectLiteral>;
  private readonly properties: ReadonlySet<string>;
  private readonly selects = new Map<string, SelectStatement>();

  /** @throws {Error} for a child of single-table inheritance, whose rows need a condition more */
  constructor(
    private readonly dataSource: DataSource,
    entity: EntityClass,
  ) {
    this.metadata = dataSource.getMetadata(entity);
    this.repository = dataSource.getRepository<ObjectLiteral>(entity);
    this.properties = writableProperties(this.metadata);
    if (this.metadata.tableType === 'entity-child') {
      throw new Error(
        `TypeOrmAdapter: ${this.metadata.name} is a @ChildEntity; give the entity of the whole table`,
      );
    }
  }

  async find(key: Key): Promise<Row | null> {
    const [found] = await this.list(key);
    return found ?? null;
  }

  async list(key: Key): Promise<Row[]> {
    const rows = await this.selectBy(Object.keys(key)).run(Object.values(key));
    return rows.map(({ row }) => row as Row);
  }

  /**
   * Inserts a row.
   * @returns what was written, with the id
   * @throws {StoreError} when a unique key is taken
   */
  async insert(values: object): Promise<Row & { id: string }> {
    const entity = this.entityOf(values);
    await runStatement(this.insertion, () => this.repository.insert(entity));
    return { ...this.storable(entity), id: `${entity['id']}` } as Row & { id: string };
  }

  /**
   * Inserts a row inside a transaction, which runs again as a whole or not at all.
   * @returns its id
   */
  async insertWithin(manager: EntityManager, values: object): Promise<string> {
    const entity = this.entityOf(values);
    try {
      await manager.getRepository(this.metadata.target).insert(entity);
    } catch (thrown) {
      throw StoreError.of(this.insertion, thrown);
    }
    return `${entity['id']}`;
  }

  /** The entity of a new row. A given id is kept where the column takes ids from outside. */
  entityOf(values: object): ObjectLiteral {
    return this.repository.create(this.withUsableId(this.storable(values)));
  }

  /** The INSERT that TypeORM makes for an entity. */
  insertStatement(entity: ObjectLiteral): [sql: string, parameters: unknown[]] {
    const insert = this.repository.createQueryBuilder().insert().values(entity);
    return insert.getQueryAndParameters() as [string, unknown[]];
  }

  /** Whether its rows get a random id that is made here and not by the database. */
  get hasUuid(): boolean {
    const { isGenerated, generationStrategy } = columnOf(this.metadata, 'id');
    return isGenerated && generationStrategy === 'uuid';
  }

  /** For errors. */
  get insertion(): string {
    return `insert into ${this.metadata.tableName}`;
  }

  /**
   * Changes the row with this key in one UPDATE, which never makes a row.
   * @param below - changes it only while this property is below the new value
   * @returns whether there was such a row
   */
  async update(
    key: Key,
    patch: object,
    below?: Readonly<Record<string, number>>,
  ): Promise<boolean> {
    const values = this.storable(patch);
    if (!this.isUsable(key)) return false;
    if (Object.keys(values).length === 0) return (await this.find(key)) !== null;
    const criteria: FindOptionsWhere<ObjectLiteral> = { ...key };
    for (const [property, limit] of Object.entries(below ?? {})) {
      criteria[property] = LessThan(limit);
    }
    const { affected } = await runStatement(`update ${this.metadata.tableName}`, () =>
      this.repository.update(criteria, values),
    );
    return (affected ?? 0) > 0;
  }

  /**
   * Reads a row and deletes it. Of several callers at once one gets it: the one whose DELETE met
   * it. So no database needs `RETURNING`, and no transaction is opened on a shared connection. By
   * id, since only the reading compares keys exactly in every collation.
   */
  async take(key: Key): Promise<Row | null> {
    const found = await this.find(key);
    if (!found) return null;
    return (await this.delete({ id: `${Reflect.get(found, 'id')}` })) > 0 ? found : null;
  }

  /** Changes the row with this key and answers with it; null when there is none. */
  async patch(key: Key, patch: object): Promise<Row | null> {
    const found = await this.find(key);
    if (!found) return null;
    const id = `${Reflect.get(found, 'id')}`;
    return (await this.update({ id }, patch)) ? this.find({ id }) : null;
  }

  /** Deletes every row with this key. @returns how many */
  async removeAll(key: Key): Promise<number> {
    if (!this.isUsable(key)) return 0;
    return this.delete({ ...key });
  }

  /**
   * Deletes rows whose time is over, the oldest first, at most so many: two short statements over
   * an index, so that no request waits behind them.
   * @param property - a timestamp with an index
   * @returns how many
   */
  async removeOlder(property: string, than: Date, limit: number): Promise<number> {
    const over = { [property]: LessThan(than) };
    const found = await runStatement(`select from ${this.metadata.tableName}`, () =>
      this.repository.find({
        select: { id: true },
        where: over,
        order: { [property]: 'ASC' },
        take: limit,
      }),
    );
    if (found.length === 0) return 0;
    // The condition again: what was extended meanwhile stays.
    return this.delete({ id: In(found.map((row): unknown => row['id'])), ...over });
  }

  /** Whether a key could find a row at all. */
  isUsable(key: Key): boolean {
    return Object.entries(key).every(([property, value]) =>
      fitsColumn(value, columnOf(this.metadata, property), this.dataSource.driver),
    );
  }

  private async delete(criteria: FindOptionsWhere<ObjectLiteral>): Promise<number> {
    const { affected } = await runStatement(`delete from ${this.metadata.tableName}`, () =>
      this.repository.delete(criteria),
    );
    return affected ?? 0;
  }

  private selectBy(where: readonly string[]): SelectStatement {
    const name = where.join();
    const known = this.selects.get(name);
    if (known) return known;
    const made = new SelectStatement(this.dataSource, { from: this.metadata, where });
    this.selects.set(name, made);
    return made;
  }

  /** The members that have a column. Others are left out, as TypeORM leaves them out. */
  private storable(values: object): Record<string, unknown> {
    const entries = Object.entries(values).filter(
      ([property, value]) => this.properties.has(property) && value !== undefined,
    );
    for (const [property, value] of entries) {
      assertStorable(value, property, this.metadata.findColumnWithPropertyName(property));
    }
    return Object.fromEntries(entries);
  }

  private withUsableId(values: Record<string, unknown>): Record<string, unknown> {
    const column = columnOf(this.metadata, 'id');
    const { id, ...rest } = values;
    const fits = fitsColumn(id, column, this.dataSource.driver);
    const isOurs =
      column.isGenerated && !(column.generationStrategy === 'uuid' && fits && isUuid(id));
    return !fits || isOurs ? rest : values;
  }
}

/**
 * An invalid date would be stored as text that is never in the past: a session without end. A text
 * too long would be cut where the database is not strict: another address, another account.
 */
function assertStorable(value: unknown, property: string, column?: ColumnMetadata): void {
  if (value instanceof Date && Number.isNaN(value.getTime())) {
    throw new Error(`TypeOrmAdapter: \`${property}\` is an invalid date`);
  }
  if (typeof value === 'string' && column && !fitsLength(value, column)) {
    throw new Error(`TypeOrmAdapter: \`${property}\` is longer than its column`);
  }
}

function writableProperties({ columns }: EntityMetadata): ReadonlySet<string> {
  const names = columns
    .filter(({ isVirtual, isVirtualProperty }) => !isVirtual && !isVirtualProperty)
    .map(({ propertyPath }) => propertyPath.split('.')[0] ?? propertyPath);
  return new Set(names);
}
