/** When an operation is given up, on a clock that is never set. */
export class Deadline {
  private readonly end: number;

  /** @param milliseconds - from now on */
  constructor(milliseconds: number) {
    this.end = performance.now() + milliseconds;
  }

  /** Zero when it is over. */
  get remainingMs(): number {
    return Math.max(0, this.end - performance.now());
  }
}
