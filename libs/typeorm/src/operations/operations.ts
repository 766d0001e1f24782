import type { DataSource, EntityManager } from 'typeorm';
import { Deadline } from './deadline.js';
import { hasOwnContext } from './has-own-context.js';
import { NamedSelects } from './named-selects.js';
import type { Operation } from './operation.js';
import { PooledOperation } from './pooled-operation.js';
import { RowLocks } from './row-locks.js';
import { sendingParameters } from './server-parameters.js';
import { SqliteOperation, type SharedConnection } from './sqlite-operation.js';
import { SyncConnection } from './sync-connection.js';
import { Turns } from './turns.js';
import { WithinOperation } from './within-operation.js';

/** Options for the statements that an adapter sends. */
export interface StatementOptions {
  /**
   * Whether PostgreSQL parses and plans each look-up once per connection. Do not set it behind
   * a pooler that shares connections between clients but does not track prepared statements.
   * @default false
   */
  preparedStatements?: boolean;
  /**
   * Whether look-ups that begin in the same turn of the event loop may be sent as one statement,
   * on one connection. Set it to false if the rows that a connection sees depend on the request,
   * such as by row-level security. It is off anyway for a DataSource whose connections are prepared
   * by an `acquire` listener of the pool, a `beforeQuery` subscriber or an own `createQueryRunner`.
   * @default true
   */
  joinLookUps?: boolean;
}

/** Begins the operations of an adapter, in the way that its database needs. */
export class Operations {
  private readonly shared: SharedConnection | undefined;
  private readonly named: NamedSelects | undefined;
  private readonly locks = new RowLocks();
  private readonly joinLookUps: boolean;

  /** @param dataSource - must be initialized */
  constructor(
    private readonly dataSource: DataSource,
    { preparedStatements = false, joinLookUps = true }: StatementOptions = {},
  ) {
    this.joinLookUps = joinLookUps;
    this.named = preparedStatements ? new NamedSelects(dataSource) : undefined;
    const connection = SyncConnection.of(dataSource);
    this.shared = connection && { connection, turns: new Turns(connection, dataSource) };
  }

  /** @param limitMs - time after which the operation gives up */
  begin(limitMs: number): Operation {
    const { dataSource, shared, locks, named } = this;
    const deadline = new Deadline(limitMs);
    if (shared) return new SqliteOperation(dataSource, shared, deadline);
    const isJoinable = this.joinLookUps && !hasOwnContext(dataSource);
    return new PooledOperation(dataSource, deadline, locks, isJoinable, named);
  }

  /** @param manager - the manager of a transaction of the application */
  within(manager: EntityManager): Operation {
    const own = sendingParameters(this.dataSource, manager);
    return new WithinOperation(this.dataSource, own, this.locks);
  }
}
