import type { DataSource, EntitySubscriberInterface } from 'typeorm';
import type { Deadline } from './deadline.js';

/** A connection that an open transaction may occupy. */
export interface Occupied {
  readonly isInTransaction: boolean;
}

interface Waiting {
  go(): void;
}

/** Interval of checks for the end of a transaction; if TypeORM ends it, that is noticed at once. */
const LOOK_MS = 20;

/**
 * Runs work on a connection while no transaction is open on it, in the order of arrival. SQLite has
 * one connection, on which a statement becomes part of any open transaction: it would read
 * uncommitted changes, and would be rolled back with them.
 */
export class Turns {
  private readonly waiting: Waiting[] = [];
  private looking: NodeJS.Timeout | undefined;
  /** The list that has our subscriber. A DataSource that is initialized again has another list. */
  private subscribers: EntitySubscriberInterface[] = [];
  private readonly subscriber: EntitySubscriberInterface = {
    afterTransactionCommit: () => this.goOn(),
    afterTransactionRollback: () => this.goOn(),
    afterQuery: () => this.goOn(),
  };

  /** @param dataSource - has our subscriber while work is waiting */
  constructor(
    private readonly connection: Occupied,
    private readonly dataSource: Pick<DataSource, 'subscribers'>,
  ) {}

  /**
   * @param work - must be synchronous, and end every transaction that it begins
   * @throws the error of the work, or after the time limit an error with the code `IN_TRANSACTION`
   */
  take<T>(work: () => T, deadline: Deadline): Promise<T> {
    this.goOn();
    if (!this.connection.isInTransaction) return settle(work);
    return new Promise<T>((resolve, reject) => {
      const waiting = {
        go: () => {
          clearTimeout(timer);
          settle(work).then(resolve, reject);
        },
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        this.lookNoMore();
        reject(
          Object.assign(new Error('the transaction did not end in time'), {
            code: 'IN_TRANSACTION',
          }),
        );
      }, deadline.remainingMs);
      this.waiting.push(waiting);
      this.look();
    });
  }

  private goOn(): void {
    while (this.waiting.length > 0 && !this.connection.isInTransaction) this.waiting.shift()?.go();
    // Deferred, since TypeORM may be iterating over its subscribers.
    if (this.waiting.length === 0 && this.looking) queueMicrotask(() => this.lookNoMore());
  }

  private look(): void {
    if (this.looking) return;
    this.looking = setInterval(() => this.goOn(), LOOK_MS);
    this.subscribers = this.dataSource.subscribers;
    this.subscribers.push(this.subscriber);
  }

  private lookNoMore(): void {
    if (this.waiting.length > 0 || !this.looking) return;
    clearInterval(this.looking);
    this.looking = undefined;
    this.subscribers.splice(this.subscribers.indexOf(this.subscriber), 1);
  }
}

/** Runs work synchronously, and turns an exception into a rejection. */
async function settle<T>(work: () => T): Promise<T> {
  return work();
}
