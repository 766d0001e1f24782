import { Injectable, Optional } from '@nestjs/common';
import { OPTIONAL_COLUMNS, type OptionalColumn } from '@authnest/core';
import { DataSource, type EntityManager } from 'typeorm';
import { AuthCollections } from './collections/auth-collections.js';
import type { AuthEntityMap, AuthJsEntityMap } from './entities/auth-entities.js';
import type { Operation } from './operations/operation.js';
import type { StatementOptions } from './operations/operations.js';
import { assertStatementOptions } from './store/assert-statement-options.js';
import { assertTransaction } from './store/assert-transaction.js';
import { AuthTables } from './store/auth-tables.js';
import {
  leaveOutPasskeys,
  leaveOutVersions,
  leaveOutProviderSessions,
  optionalColumnsOf,
} from './store/optional-parts.js';
import { warnAboutPool } from './store/warn-about-pool.js';

/** Until the application says how long; as `timeout` has it. */
const DEFAULT_LIMIT_MS = 10_000;
/** The share of the time after which we give up, before those who wait for us do. */
const IN_TIME = 0.95;

/** What every operation of {@link TypeOrmAdapter} stands on: the tables, and its time or transaction. */
@Injectable()
export class TypeOrmStore {
  private prepared?: AuthTables;
  private limitMs: number | undefined;
  private transaction: EntityManager | undefined;

  /**
   * @param entities - what `authEntities` made; without it they are found in the DataSource
   * @throws {Error} when an initialised DataSource lacks the entities; it says what to add. For
   * `preparedStatements` on another database than PostgreSQL
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
   * This adapter as part of a transaction of the application: what it stores is stored when that
   * commits, and undone when it does not. Nothing of it waits or runs again.
   * @param manager - what `dataSource.transaction` passes
   * @throws {Error} for a manager without a transaction, or of another DataSource
   */
  within(manager: EntityManager): this {
    assertTransaction(manager, this.dataSource);
    this.prepared ??= this.prepare();
    const part = Object.create(this) as this;
    part.transaction = manager;
    return part;
  }

  /**
   * How long one operation may take; the longest counts where several modules share the adapter.
   * What takes longer is given up a little earlier, so that its error can say what it waited for.
   */
  limitTime(milliseconds: number): void {
    this.limitMs = Math.max(this.limitMs ?? 0, milliseconds * IN_TIME);
  }

  /** The table of users: several adapters may stand on one. */
  get store(): object {
    return this.dataSource.isInitialized ? this.tables.users.metadata : this.dataSource;
  }

  /** Those that the entities have; all of them before the DataSource is initialised. */
  get columns(): readonly OptionalColumn[] {
    return this.dataSource.isInitialized ? optionalColumnsOf(this.tables) : OPTIONAL_COLUMNS;
  }

  /** For one operation: its time begins here. */
  protected get stored(): AuthCollections {
    return new AuthCollections(this.tables, this.begin());
  }

  protected begin(): Operation {
    const { operations } = this.tables;
    return this.transaction
      ? operations.within(this.transaction)
      : operations.begin(this.limitMs ?? DEFAULT_LIMIT_MS);
  }

  /** Made at first use where the application initialises its DataSource itself, and later. */
  protected get tables(): AuthTables {
    return (this.prepared ??= this.prepare());
  }

  private prepare(): AuthTables {
    const tables = new AuthTables(this.dataSource, this.entities, this.statements);
    if (!tables.authenticators) leaveOutPasskeys(this);
    if (!optionalColumnsOf(tables).includes('accounts.tokenVersion')) leaveOutVersions(this);
    leaveOutProviderSessions(this, tables);
    warnAboutPool(this.dataSource);
    return tables;
  }
}
