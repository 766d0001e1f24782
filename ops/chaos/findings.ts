/** Counts actions, and collects notes and violations. */
export class Findings {
  readonly counts = new Map<string, number>();
  readonly notes: string[] = [];
  readonly faults: string[] = [];

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** Adds a figure to the report. */
  note(line: string): void {
    this.notes.push(line);
  }

  add(fault: string): void {
    this.faults.push(`${new Date().toISOString()} ${fault}`);
  }
}
