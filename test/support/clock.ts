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

/** A time at which tests can stop the clock, not close to the end of a day, month or second. */
export const NOON = Date.parse('2026-03-10T12:00:00.500Z');

/** Stops the clock but not the timers. Open a database first: TypeORM needs the real `Date`. */
export function stopClock(at: number = NOON): void {
  jest.useFakeTimers({ now: at, doNotFake: [...REAL_TIMERS] });
}

/** Sets the stopped clock to this many seconds after {@link NOON}. */
export function setClock(secondsAfterNoon: number): void {
  jest.setSystemTime(NOON + secondsAfterNoon * 1000);
}

/** Lets the clock run again. */
export function startClock(): void {
  jest.useRealTimers();
}
