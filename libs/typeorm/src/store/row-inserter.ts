import type { Driver, EntityManager, EntityMetadata, ObjectLiteral, Repository } from 'typeorm';
import { columnOf } from './column-metadata.js';
import { fitsColumn, isUuid } from './fits-column.js';
import { idOfKey } from './id-of-key.js';
import { runStatement } from './run-statement.js';
import { StoreError } from './store-error.js';
import type { WritableColumns } from './writable-columns.js';

/** Makes new rows of one table: alone, within a transaction, or as a statement to run elsewhere. */
export class RowInserter<Row extends object> {
  readonly metadata: EntityMetadata;
  /** For errors. */
  private readonly statement: string;

  constructor(
    private readonly repository: Repository<ObjectLiteral>,
    private readonly columns: WritableColumns,
    private readonly options: {
      readonly driver: Driver;
      /** A unique key that the table should have, and has not. */
      readonly lackedKey: readonly string[] | undefined;
    },
  ) {
    this.metadata = repository.metadata;
    this.statement = `insert into ${this.metadata.tableName}`;
  }

  /**
   * Inserts a row.
   * @returns what was written, with the id
   * @throws {StoreError} when a unique key is taken
   */
  async insert(values: object): Promise<Row & { id: string }> {
    const entity = this.entityOf(values);
    await runStatement(this.statement, () => this.repository.insert(entity));
    return { ...this.columns.pick(entity), id: `${entity['id']}` } as Row & { id: string };
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
      throw StoreError.of(this.statement, thrown);
    }
    return `${entity['id']}`;
  }

  /** The entity of a new row. A given id is kept where the column takes ids from outside. */
  entityOf(values: object): ObjectLiteral {
    const usable = this.withUsableId(this.columns.pick(values));
    // The primary key decides in the place of the key that the table lacks.
    const { lackedKey } = this.options;
    const decides = lackedKey && this.hasUuid ? { id: idOfKey(usable, lackedKey) } : {};
    return this.repository.create({ ...usable, ...decides });
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

  private withUsableId(values: Record<string, unknown>): Record<string, unknown> {
    const column = columnOf(this.metadata, 'id');
    const { id, ...rest } = values;
    const fits = fitsColumn(id, column, this.options.driver);
    const isOurs =
      column.isGenerated && !(column.generationStrategy === 'uuid' && fits && isUuid(id));
    return !fits || isOurs ? rest : values;
  }
}
