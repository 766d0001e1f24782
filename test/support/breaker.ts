import { StatementRecorder } from './statement-recorder.js';

/** Statements that change a database, except on the temporary copies of a take-over. */
const CHANGE =
  /^\s*(?:ALTER|COMMIT|CREATE|DELETE|DROP|INSERT|UPDATE)\b(?! TEMPORARY)(?!.*authnest_rehearsal)/i;

/** Fails a statement right before it is sent, as when the connection is lost. */
export class Breaker extends StatementRecorder {
  private left = Infinity;
  private pattern: RegExp | undefined;
  private seen: Set<string> | undefined;
  private kindOf = (query: string): string => query;

  /** Whether a statement failed since the breaker was set. */
  get isDone(): boolean {
    return this.left <= 0;
  }

  /** Breaks off before the next statement that matches. */
  before(pattern: RegExp): void {
    [this.pattern, this.left] = [pattern, 1];
  }

  /** Breaks off before the n-th statement that changes something, from 1. */
  beforeChange(n: number): void {
    this.pattern = CHANGE;
    this.left = n;
  }

  /**
   * Breaks off before the first change that it has not broken off yet.
   * @param kindOf - two statements with the same result count as the same
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

/** Runs a function right before a statement instead of breaking off. */
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

/** How many statements change something. */
export function countChanges(statements: readonly string[]): number {
  return statements.filter((statement) => CHANGE.test(statement)).length;
}
