/** The time limit of an operation, measured with the monotonic clock. */
export class Deadline {
  private readonly end: number;

  /** @param milliseconds - the limit, from now on */
  constructor(milliseconds: number) {
    this.end = performance.now() + milliseconds;
  }

  /** The remaining time; zero after the limit. */
  get remainingMs(): number {
    return Math.max(0, this.end - performance.now());
  }
}
