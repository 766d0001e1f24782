import { StatementRecorder } from './statement-recorder.js';

const CHANGE = /^\s*(?:ALTER|COMMIT|CREATE|DELETE|DROP|INSERT|UPDATE)\b/i;

/** A statement breaks off right before it is sent, as when the connection is lost. */
export class Breaker extends StatementRecorder {
  private left = Infinity;
  private pattern: RegExp | undefined;

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

  /** Lets everything pass again. */
  rest(): void {
    this.left = Infinity;
    this.pattern = undefined;
  }

  override logQuery(query: string): void {
    super.logQuery(query);
    if (this.left <= 0 || !this.pattern?.test(query)) return;
    this.left -= 1;
    if (this.left === 0) throw new Error('broken off');
  }
}
