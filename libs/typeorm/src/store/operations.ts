import type { DataSource, EntityManager } from 'typeorm';
import { Deadline } from './deadline.js';
import type { Operation } from './operation.js';
import { PooledOperation } from './pooled-operation.js';
import { SqliteOperation, type SharedConnection } from './sqlite-operation.js';
import { SyncConnection } from './sync-connection.js';
import { Turns } from './turns.js';
import { WithinOperation } from './within-operation.js';

/** Begins the operations of an adapter, each in the way that its database wants. */
export class Operations {
  private readonly shared: SharedConnection | undefined;

  /** @param dataSource - initialised */
  constructor(private readonly dataSource: DataSource) {
    const connection = SyncConnection.of(dataSource);
    this.shared = connection && { connection, turns: new Turns(connection, dataSource) };
  }

  /** @param limitMs - when it is given up */
  begin(limitMs: number): Operation {
    const { dataSource, shared } = this;
    const deadline = new Deadline(limitMs);
    return shared
      ? new SqliteOperation(dataSource, shared, deadline)
      : new PooledOperation(dataSource, deadline);
  }

  /** @param manager - of a transaction of the application */
  within(manager: EntityManager): Operation {
    return new WithinOperation(this.dataSource, manager);
  }
}
