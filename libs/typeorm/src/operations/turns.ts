import type { DataSource, EntitySubscriberInterface } from 'typeorm';
import type { Deadline } from './deadline.js';

/** Whose turn it may be. */
export interface Occupied {
  readonly isInTransaction: boolean;
}

interface Waiting {
  go(): void;
}

/** For a transaction that ended without TypeORM; one that TypeORM ended is noticed at once. */
const LOOK_MS = 20;

/**
 * Lets work run on a connection while nobody has a transaction open there, in the order in which it
 * came. SQLite has one connection, on which a statement becomes part of whatever transaction is
 * open, sees what that has not committed, and is undone with it.
 */
export class Turns {
  private readonly waiting: Waiting[] = [];
  private looking: NodeJS.Timeout | undefined;
  /** Where we listen. A DataSource that is initialised again has other ones. */
  private subscribers: EntitySubscriberInterface[] = [];
  private readonly subscriber: EntitySubscriberInterface = {
    afterTransactionCommit: () => this.goOn(),
    afterTransactionRollback: () => this.goOn(),
    afterQuery: () => this.goOn(),
  };

  /** @param dataSource - gets a subscriber, only while somebody waits */
  constructor(
    private readonly connection: Occupied,
    private readonly dataSource: Pick<DataSource, 'subscribers'>,
  ) {}

  /**
   * @param work - must not give way: what it begins it ends
   * @throws what the work throws; a code `IN_TRANSACTION` when its turn did not come in time
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
    // Later: TypeORM may be going through its subscribers just now.
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

/** Runs it now, not in a moment. */
async function settle<T>(work: () => T): Promise<T> {
  return work();
}
