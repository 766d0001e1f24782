import type { DataSource, EntitySubscriberInterface } from 'typeorm';
import type { Deadline } from './deadline.js';

/** A connection that a transaction may occupy. */
export interface Occupied {
  readonly isInTransaction: boolean;
}

interface Waiting {
  go(): void;
}

/** How often to look for the end of a transaction; one that TypeORM ends is noticed at once. */
const LOOK_MS = 20;

/**
 * Runs work on a connection while no transaction is open on it, in the order of arrival. SQLite has
 * one connection, on which a statement becomes part of any open transaction: it would read
 * uncommitted changes, and would be rolled back with them.
 */
export class Turns {
  private readonly waiting: Waiting[] = [];
  private looking: NodeJS.Timeout | undefined;
  /** The list that has our subscriber. A DataSource that is initialised again has another list. */
  private subscribers: EntitySubscriberInterface[] = [];
  private readonly subscriber: EntitySubscriberInterface = {
    afterTransactionCommit: () => this.goOn(),
    afterTransactionRollback: () => this.goOn(),
    afterQuery: () => this.goOn(),
  };

  /** @param dataSource - gets a subscriber while work waits */
  constructor(
    private readonly connection: Occupied,
    private readonly dataSource: Pick<DataSource, 'subscribers'>,
  ) {}

  /**
   * @param work - must be synchronous, and end every transaction that it begins
   * @throws what the work throws; an error with the code `IN_TRANSACTION` after the time limit
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
        reject(Object.assign(new Error('no turn came'), { code: 'IN_TRANSACTION' }));
      }, deadline.remainingMs);
      this.waiting.push(waiting);
      this.look();
    });
  }

  private goOn(): void {
    while (this.waiting.length > 0 && !this.connection.isInTransaction) this.waiting.shift()?.go();
    // Not at once: TypeORM may be iterating over its subscribers.
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

/** Runs work synchronously, and turns a throw into a rejection. */
async function settle<T>(work: () => T): Promise<T> {
  return work();
}
