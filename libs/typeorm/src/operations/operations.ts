import type { DataSource, EntityManager } from 'typeorm';
import { Deadline } from './deadline.js';
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
}

/** Begins the operations of an adapter, in the way that its database needs. */
export class Operations {
  private readonly shared: SharedConnection | undefined;
  private readonly named: NamedSelects | undefined;
  private readonly locks = new RowLocks();

  /** @param dataSource - must be initialized */
  constructor(
    private readonly dataSource: DataSource,
    { preparedStatements = false }: StatementOptions = {},
  ) {
    this.named = preparedStatements ? new NamedSelects(dataSource) : undefined;
    const connection = SyncConnection.of(dataSource);
    this.shared = connection && { connection, turns: new Turns(connection, dataSource) };
  }

  /** @param limitMs - time after which the operation gives up */
  begin(limitMs: number): Operation {
    const { dataSource, shared, locks, named } = this;
    const deadline = new Deadline(limitMs);
    return shared
      ? new SqliteOperation(dataSource, shared, deadline)
      : new PooledOperation(dataSource, deadline, locks, named);
  }

  /** @param manager - the manager of a transaction of the application */
  within(manager: EntityManager): Operation {
    const own = sendingParameters(this.dataSource, manager);
    return new WithinOperation(this.dataSource, own, this.locks);
  }
}
