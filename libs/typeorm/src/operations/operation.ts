import type {
  DeleteQueryBuilder,
  EntityManager,
  EntityMetadata,
  InsertQueryBuilder,
  ObjectLiteral,
  UpdateQueryBuilder,
} from 'typeorm';

/** The query builder that builds the SQL of a change. */
export type ChangeBuilder =
  | InsertQueryBuilder<ObjectLiteral>
  | UpdateQueryBuilder<ObjectLiteral>
  | DeleteQueryBuilder<ObjectLiteral>;

/** One INSERT, UPDATE or DELETE. */
export interface Change {
  /** TypeORM's name for the kind of change, for listeners and subscribers. */
  readonly event: 'Insert' | 'Update' | 'Remove';
  readonly metadata: EntityMetadata;
  /** The new row, or the new values; an inserted row gets its id here. */
  readonly entity?: ObjectLiteral;
  /**
   * Met if the database has ignored the change and kept rows as they were, such as by a trigger or a
   * policy. Checked if no row was affected, and after a change of many rows always.
   */
  readonly isIgnored?: Condition | null;
  readonly isOfMany?: boolean;
  /** Called after the previous changes have run. */
  build(manager: EntityManager): ChangeBuilder;
}

/**
 * A condition for changes. It is checked in their transaction, and stays true until its end if it
 * locks its rows.
 */
export interface Condition {
  /** A SELECT. */
  readonly sql: string;
  readonly parameters: readonly unknown[];
  isMet(rows: readonly Record<string, unknown>[]): boolean;
  /**
   * Returns changes that leave no rows and that only one of two parallel transactions can make.
   * They run before the others if a row lock applies to only one node of a cluster.
   */
  fence?(): readonly Change[];
}

/**
 * Sends the statements of one operation of the adapter to the database, within its time limit.
 * Errors are {@link StoreError}s.
 */
export interface Operation {
  /** Whether a SELECT may be sent together with those of other operations. */
  readonly isJoinable: boolean;
  /**
   * Runs a SELECT.
   * @param statement - verb and table, used in errors
   */
  select(
    statement: string,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<Record<string, unknown>[]>;
  /**
   * Runs changes in their order, all of them or none.
   * @returns how many rows the last one affected
   * @throws {StoreError} if the database ignores a change
   */
  change(statement: string, changes: readonly Change[]): Promise<number>;
  /**
   * Runs changes in their order, all of them or none, if a condition is met.
   * @returns false, having changed nothing, if the condition is not met
   */
  changeIf(statement: string, condition: Condition, changes: readonly Change[]): Promise<boolean>;
}
