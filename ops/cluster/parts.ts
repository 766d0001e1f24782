/** The parts that have started; they are stopped in reverse order. */
export class Parts {
  private readonly ends: (() => Promise<void>)[] = [];

  add(end: () => Promise<void>): void {
    this.ends.push(end);
  }

  async end(): Promise<void> {
    for (const end of this.ends.splice(0).reverse()) await end();
  }
}
