import { randomUUID } from 'node:crypto';
import type { Driver, EntityMetadata, ObjectLiteral, Repository } from 'typeorm';
import { hasUuid } from './assert-unique.js';
import { columnOf } from './column-metadata.js';
import { fitsColumn, isUuid } from './fits-column.js';
import { idOfKey } from './id-of-key.js';
import type { Change, Operation } from '../operations/operation.js';
import type { WritableColumns } from './writable-columns.js';

/** Inserts rows into one table, alone or together with other changes. */
export class RowInserter<Row extends object> {
  readonly metadata: EntityMetadata;
  /** Used in errors. */
  private readonly statement: string;

  constructor(
    private readonly repository: Repository<ObjectLiteral>,
    private readonly columns: WritableColumns,
    private readonly options: {
      readonly driver: Driver;
      /** A unique key that the table should have but lacks. */
      readonly lackedKey: readonly string[] | undefined;
    },
  ) {
    this.metadata = repository.metadata;
    this.statement = `insert into ${this.metadata.tableName}`;
  }

  /**
   * Inserts a row.
   * @returns the written values, with the id
   * @throws {StoreError} if a unique key is taken
   */
  async insert(operation: Operation, values: object): Promise<Row & { id: string }> {
    const insertion = this.insertion(values);
    await operation.change(this.statement, [insertion]);
    const { entity } = insertion;
    return { ...this.columns.pick(entity), id: `${entity['id']}` } as Row & { id: string };
  }

  /**
   * Returns an INSERT, as part of a larger change.
   * @param owner - the user who owns the row; has an id once the user is inserted
   */
  insertion(values: object, owner?: ObjectLiteral): Change & { readonly entity: ObjectLiteral } {
    const { metadata } = this;
    const entity = this.entityOf(
      owner ? { ...values, userId: undefined, ...userIdOf(owner) } : values,
    );
    if (hasUuid(metadata)) entity['id'] ??= randomUUID();
    return {
      event: 'Insert',
      metadata,
      entity,
      build: (manager) => {
        Object.assign(entity, userIdOf(owner));
        return manager
          .createQueryBuilder()
          .insert()
          .into<ObjectLiteral>(metadata.target)
          .values(entity);
      },
    };
  }

  /** Creates the entity of a new row. A given id is kept if the column accepts it. */
  private entityOf(values: object): ObjectLiteral {
    // The id is handled first, since an id that is not kept need not fit the column.
    const usable = this.columns.pick(this.withUsableId(values));
    // The primary key takes the place of the unique key that the table lacks.
    const { lackedKey } = this.options;
    const decides = lackedKey && hasUuid(this.metadata) ? { id: idOfKey(usable, lackedKey) } : {};
    return this.repository.create({ ...usable, ...decides });
  }

  private withUsableId(values: object): object {
    const column = columnOf(this.metadata, 'id');
    const { id, ...rest } = values as { id?: unknown };
    const fits = fitsColumn(id, column, this.options.driver);
    const isOurs =
      column.isGenerated && !(column.generationStrategy === 'uuid' && fits && isUuid(id));
    return !fits || isOurs ? rest : values;
  }
}

function userIdOf(owner: ObjectLiteral | undefined): { userId?: unknown } {
  return owner?.['id'] === undefined ? {} : { userId: owner['id'] };
}
