import { jest } from '@jest/globals';

const REAL_TIMERS = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** A date at which a test may stop the clock: no day, month or second changes near it. */
export const NOON = Date.parse('2026-03-10T12:00:00.500Z');

/** Stops the clock, not the timers. Open a database first: TypeORM compares with its `Date`. */
export function stopClock(at: number = NOON): void {
  jest.useFakeTimers({ now: at, doNotFake: [...REAL_TIMERS] });
}

/** Sets the stopped clock this many seconds after {@link NOON}. */
export function setClock(secondsAfterNoon: number): void {
  jest.setSystemTime(NOON + secondsAfterNoon * 1000);
}

/** Lets the clock run again. */
export function startClock(): void {
  jest.useRealTimers();
}
