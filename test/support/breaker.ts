import { StatementRecorder } from './statement-recorder.js';

/** Matches statements that change a database, except on the temporary copies of a take-over. */
const CHANGE =
  /^\s*(?:ALTER|COMMIT|CREATE|DELETE|DROP|INSERT|UPDATE)\b(?! TEMPORARY)(?!.*authnest_rehearsal)/i;

/** Throws right before a statement is sent, as if the connection were lost. */
export class Breaker extends StatementRecorder {
  private left = Infinity;
  private pattern: RegExp | undefined;
  private seen: Set<string> | undefined;
  private kindOf = (query: string): string => query;

  /** Whether a statement has failed since the breaker was last set. */
  get isDone(): boolean {
    return this.left <= 0;
  }

  /** Makes the next statement that matches fail. */
  before(pattern: RegExp): void {
    [this.pattern, this.left] = [pattern, 1];
  }

  /** Makes the n-th statement that changes something fail, counted from 1. */
  beforeChange(n: number): void {
    this.pattern = CHANGE;
    this.left = n;
  }

  /**
   * Makes the first change fail that has not failed before.
   * @param kindOf - statements for which it returns the same string count as the same
   */
  beforeNewChange(kindOf = (query: string): string => query): void {
    this.kindOf = kindOf;
    this.pattern = CHANGE;
    this.left = 1;
    this.seen ??= new Set();
  }

  /** Lets every statement pass again. */
  rest(): void {
    this.left = Infinity;
    this.pattern = undefined;
  }

  override logQuery(query: string): void {
    super.logQuery(query);
    if (this.left <= 0 || !this.pattern?.test(query)) return;
    const kind = this.kindOf(query);
    if (this.seen?.has(kind)) return;
    this.seen?.add(kind);
    this.left -= 1;
    if (this.left === 0) throw new Error('broken off');
  }
}

/** Runs a function right before a statement instead of throwing. */
export class Trigger extends Breaker {
  constructor(private readonly act: () => unknown) {
    super();
  }

  override logQuery(query: string): void {
    try {
      super.logQuery(query);
    } catch {
      this.act();
    }
  }
}

/** Counts the statements that change something. */
export function countChanges(statements: readonly string[]): number {
  return statements.filter((statement) => CHANGE.test(statement)).length;
}
