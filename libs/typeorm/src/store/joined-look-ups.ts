// Imported, since fake timers in a test would replace the global one and stop look-ups.
import { setImmediate } from 'node:timers';
import type { Operation } from '../operations/operation.js';
import { StoreError } from '../operations/store-error.js';
import { MOST_KEYS, type SelectedRow, type SelectStatement } from './select-statement.js';

/** A call that waits for the row with a key. */
interface LookUp {
  readonly key: string;
  readonly operation: Operation;
  readonly resolve: (found: SelectedRow | undefined) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Look-ups by one key. Those in the same turn of the event loop are sent as one statement, so that
 * under load each costs a fraction of a statement. A single look-up runs as an ordinary statement.
 * The statement is sent after all of its calls, so no caller receives an outdated row.
 */
export class JoinedLookUps {
  private waiting: LookUp[] = [];
  private readonly canJoin: boolean;

  /** @param statement - a SELECT by one key */
  constructor(private readonly statement: SelectStatement) {
    this.canJoin = statement.hasReadableKey;
  }

  /** Returns separate objects to each caller, even for the same key. */
  async find(operation: Operation, key: string): Promise<SelectedRow | undefined> {
    if (!operation.isJoinable || !this.canJoin) return this.findAlone(operation, key);
    if (!this.statement.isKey(key)) return undefined;
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) setImmediate(() => this.send());
      this.waiting.push({ key, operation, resolve, reject });
    });
  }

  private send(): void {
    const all = this.waiting;
    this.waiting = [];
    for (let from = 0; from < all.length; from += MOST_KEYS) {
      const some = all.slice(from, from + MOST_KEYS);
      const [first, second] = some;
      if (second) void this.findTogether(some);
      else if (first) this.findAlone(first.operation, first.key).then(first.resolve, first.reject);
    }
  }

  private async findAlone(operation: Operation, key: string): Promise<SelectedRow | undefined> {
    const [found] = await this.statement.run(operation, [key]);
    return found;
  }

  private async findTogether(some: readonly LookUp[]): Promise<void> {
    try {
      // All of them began in this turn, so they share one time limit.
      const [{ operation }] = some as readonly [LookUp];
      const keys = new Set(some.map(({ key }) => key));
      const find = await this.statement.runForEach(operation, [...keys]);
      for (const lookUp of some) settle(lookUp, find);
    } catch (thrown) {
      if (!isDataError(thrown)) return some.forEach(({ reject }) => reject(thrown));
      // Only the call whose key the database cannot read must fail.
      for (const { operation, key, resolve, reject } of some) {
        this.findAlone(operation, key).then(resolve, reject);
      }
    }
  }
}

/** Whether the values of a statement made it fail, and not the connection, the server or a lock. */
function isDataError(thrown: unknown): boolean {
  return /^(?:22|ER_(?:CANT_AGGREGATE|INVALID_CHARACTER|TRUNCATED|CANNOT_CONVERT))/.test(
    thrown instanceof StoreError ? (thrown.code ?? '') : '',
  );
}

/** If a transformer of the application cannot read a row, only the calls for its key reject. */
function settle(
  { key, resolve, reject }: LookUp,
  find: (key: string) => SelectedRow | undefined,
): void {
  try {
    resolve(find(key));
  } catch (thrown) {
    reject(thrown);
  }
}
