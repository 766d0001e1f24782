import type {
  DeleteQueryBuilder,
  EntityManager,
  EntityMetadata,
  InsertQueryBuilder,
  ObjectLiteral,
  UpdateQueryBuilder,
} from 'typeorm';

/** What TypeORM makes the text of a change with. */
export type ChangeBuilder =
  | InsertQueryBuilder<ObjectLiteral>
  | UpdateQueryBuilder<ObjectLiteral>
  | DeleteQueryBuilder<ObjectLiteral>;

/** One INSERT, UPDATE or DELETE. */
export interface Change {
  /** As TypeORM names it for listeners and subscribers. */
  readonly event: 'Insert' | 'Update' | 'Remove';
  readonly metadata: EntityMetadata;
  /** The new row, or the new values; an inserted row gets its id here. */
  readonly entity?: ObjectLiteral;
  /** Called when the changes before it have run. */
  build(manager: EntityManager): ChangeBuilder;
}

/** What must be so when changes are made: it is read in their transaction, and stays until its end. */
export interface Condition {
  /** A SELECT that locks its rows, where the database has locks of rows. */
  readonly sql: string;
  readonly parameters: readonly unknown[];
  isMet(rows: readonly Record<string, unknown>[]): boolean;
  /**
   * Changes that leave nothing behind and that only one of two transactions can make. They come
   * before the others where the locks of rows hold at one node of several.
   */
  fence?(): readonly Change[];
}

/**
 * How the statements of one operation of the adapter reach the database, and when they are given up.
 * Errors are {@link StoreError}s.
 */
export interface Operation {
  /** Whether a SELECT may be sent together with those of other operations. */
  readonly isJoinable: boolean;
  /**
   * Runs a SELECT.
   * @param statement - verb and table, for errors
   */
  select(
    statement: string,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<Record<string, unknown>[]>;
  /**
   * Runs changes in their order, all of them or none.
   * @returns how many rows the last one met
   */
  change(statement: string, changes: readonly Change[]): Promise<number>;
  /**
   * Runs changes in their order, all of them or none, on a condition.
   * @returns false, and nothing is changed, where the condition is not met
   */
  changeIf(statement: string, condition: Condition, changes: readonly Change[]): Promise<boolean>;
}
