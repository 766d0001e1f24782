import { Injectable, Optional } from '@nestjs/common';
import { OPTIONAL_COLUMNS, type OptionalColumn } from '@authnest/core';
import { DataSource, type EntityManager } from 'typeorm';
import { AuthCollections } from './collections/auth-collections.js';
import type { AuthEntityMap, AuthJsEntityMap } from './entities/auth-entities.js';
import type { Operation } from './operations/operation.js';
import type { StatementOptions } from './operations/operations.js';
import { assertStatementOptions } from './store/assert-statement-options.js';
import { assertTables } from './store/assert-tables.js';
import { assertTransaction } from './store/assert-transaction.js';
import { AuthTables } from './store/auth-tables.js';
import { leaveOutUnsupported, optionalColumnsOf } from './store/optional-parts.js';
import { warnAboutPool } from './store/warn-about-pool.js';

/** The limit until `limitTime` is called: the default of the option `timeout`. */
const DEFAULT_LIMIT_MS = 10_000;
/** The share of the limit after which an operation gives up, before its caller does. */
const IN_TIME = 0.95;

/** The base of {@link TypeOrmAdapter}: its tables, and its time limit or transaction. */
@Injectable()
export class TypeOrmStore {
  private prepared?: AuthTables;
  private limitMs: number | undefined;
  private transaction: EntityManager | undefined;

  /**
   * @param entities - the result of `authEntities`. @default those found in the DataSource
   * @throws {Error} if an initialized DataSource lacks entities, which the message names, or if
   * `preparedStatements` is set and the database is not PostgreSQL
   */
  constructor(
    private readonly dataSource: DataSource,
    @Optional() private readonly entities?: AuthJsEntityMap & Partial<AuthEntityMap>,
    @Optional() private readonly statements?: StatementOptions,
  ) {
    assertStatementOptions(statements, dataSource);
    if (dataSource.isInitialized) this.prepared = this.prepare();
  }

  /**
   * Returns this adapter as part of a transaction of the application: its changes are committed or
   * rolled back with that transaction. Statements do not wait in a queue, and are never repeated.
   * @param manager - the manager that `dataSource.transaction` passes
   * @throws {Error} if the manager has no open transaction or belongs to another DataSource
   */
  within(manager: EntityManager): this {
    assertTransaction(manager, this.dataSource);
    this.prepared ??= this.prepare();
    const part = Object.create(this) as this;
    part.transaction = manager;
    return part;
  }

  /**
   * Sets how long one operation may take. If several modules share the adapter, the longest limit
   * applies. An operation gives up slightly earlier, so that its error can name the statement.
   */
  limitTime(milliseconds: number): void {
    this.limitMs = Math.max(this.limitMs ?? 0, milliseconds * IN_TIME);
  }

  /**
   * Looks once at the real tables, when the application starts.
   * @throws {Error} if they would not keep what the operations promise; the message says what to do
   */
  async assertReady(): Promise<void> {
    if (!this.dataSource.isInitialized) return;
    const { all, operations } = this.tables;
    await assertTables(all, operations);
  }

  /** The table of users, which several adapters may share. */
  get store(): object {
    return this.dataSource.isInitialized ? this.tables.users.metadata : this.dataSource;
  }

  /** The optional columns of the entities; all of them before the DataSource is initialized. */
  get columns(): readonly OptionalColumn[] {
    return this.dataSource.isInitialized ? optionalColumnsOf(this.tables) : OPTIONAL_COLUMNS;
  }

  /** The tables of features among the entities, without prefix. */
  get featureTables(): readonly string[] | undefined {
    return this.dataSource.isInitialized ? [...this.tables.features.keys()] : undefined;
  }

  /** The collections, for one operation: its time limit starts with this call. */
  protected get stored(): AuthCollections {
    return new AuthCollections(this.tables, this.begin());
  }

  protected begin(): Operation {
    const { operations, deletedUsers } = this.tables;
    deletedUsers?.endSessions();
    return this.transaction
      ? operations.within(this.transaction)
      : operations.begin(this.limitMs ?? DEFAULT_LIMIT_MS);
  }

  /** Prepared on first use if the application initializes its DataSource after the adapter. */
  protected get tables(): AuthTables {
    return (this.prepared ??= this.prepare());
  }

  private prepare(): AuthTables {
    const tables = new AuthTables(this.dataSource, this.entities, this.statements);
    leaveOutUnsupported(this, tables);
    warnAboutPool(this.dataSource);
    return tables;
  }
}
