/** A failover may lose writes from this time before it, in milliseconds. */
export const LAST_MOMENT = 1000;

/** Something from one time to another; milliseconds of the clock. */
export interface Span {
  readonly what: string;
  readonly from: number;
  until: number;
}

/** What was broken when, and what failed when; milliseconds of the clock. */
export class Timeline {
  readonly faults: Span[] = [];
  readonly failures: Span[] = [];

  /** @returns a function that ends the fault; failures up to `graceMs` later belong to it */
  break(what: string): (graceMs: number) => void {
    const fault = { what, from: Date.now(), until: Infinity };
    this.faults.push(fault);
    return (graceMs) => {
      fault.until = Date.now() + graceMs;
    };
  }

  /** Whether something of this kind was broken at one of these times, or just after it. */
  wasBroken(kind: RegExp, ...times: readonly number[]): boolean {
    const isWithin = ({ from, until }: Span) =>
      times.some((at) => at >= from - LAST_MOMENT && at <= until);
    return this.faults.some((fault) => kind.test(fault.what) && isWithin(fault));
  }

  /** @param from - when the request was sent */
  fail(what: string, from: number): void {
    this.failures.push({ what, from, until: Date.now() });
  }

  /** Failures during which nothing was broken. */
  unexplained(): string[] {
    return this.failures
      .filter(({ from, until }) => !this.faults.some((at) => from <= at.until && until >= at.from))
      .map(({ what, from }) => `${new Date(from).toISOString()} ${what}`);
  }
}
