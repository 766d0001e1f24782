/** Writes in this period before a failover may be lost; in milliseconds. */
export const LAST_MOMENT = 1000;

/** An event with its start and its end, in milliseconds since the epoch. */
export interface Span {
  readonly what: string;
  readonly from: number;
  until: number;
}

/** Records faults and failed requests, with their times. */
export class Timeline {
  readonly faults: Span[] = [];
  readonly failures: Span[] = [];

  /** Starts a fault. @returns a function that ends it; failures within `graceMs` belong to it */
  break(what: string): (graceMs: number) => void {
    const fault = { what, from: Date.now(), until: Infinity };
    this.faults.push(fault);
    return (graceMs) => {
      fault.until = Date.now() + graceMs;
    };
  }

  /** Whether a fault of this kind was active at one of these times, or just after. */
  wasBroken(kind: RegExp, ...times: readonly number[]): boolean {
    const isWithin = ({ from, until }: Span) =>
      times.some((at) => at >= from - LAST_MOMENT && at <= until);
    return this.faults.some((fault) => kind.test(fault.what) && isWithin(fault));
  }

  /** Records a failed request. @param from - time at which it was sent */
  fail(what: string, from: number): void {
    this.failures.push({ what, from, until: Date.now() });
  }

  /** Returns the failures during which no fault was active. */
  unexplained(): string[] {
    return this.failures
      .filter(({ from, until }) => !this.faults.some((at) => from <= at.until && until >= at.from))
      .map(({ what, from }) => `${new Date(from).toISOString()} ${what}`);
  }
}
