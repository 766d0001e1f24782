import { StatementRecorder } from './statement-recorder.js';

/** What changes a database. Not those of the temporary copies that a take-over tries its changes on. */
const CHANGE =
  /^\s*(?:ALTER|COMMIT|CREATE|DELETE|DROP|INSERT|UPDATE)\b(?! TEMPORARY)(?!.*authnest_rehearsal)/i;

/** A statement breaks off right before it is sent, as when the connection is lost. */
export class Breaker extends StatementRecorder {
  private left = Infinity;
  private pattern: RegExp | undefined;
  private seen: Set<string> | undefined;
  private kindOf = (query: string): string => query;

  /** Whether it broke something off since it was set. */
  get isDone(): boolean {
    return this.left <= 0;
  }

  /** Before the next statement that matches. */
  before(pattern: RegExp): void {
    [this.pattern, this.left] = [pattern, 1];
  }

  /** Before the n-th of the statements that change something, from 1. */
  beforeChange(n: number): void {
    this.pattern = CHANGE;
    this.left = n;
  }

  /**
   * Before the first change that it has not broken off before.
   * @param kindOf - two statements are the same when this is
   */
  beforeNewChange(kindOf = (query: string): string => query): void {
    this.kindOf = kindOf;
    this.pattern = CHANGE;
    this.left = 1;
    this.seen ??= new Set();
  }

  /** Lets everything pass again. */
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

/** Does something right before a statement, in place of breaking it off. */
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
