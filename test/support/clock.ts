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

/** A date at which a test may stop the clock: no turn of a day, month or second near it. */
export const NOON = Date.parse('2026-03-10T12:00:00.500Z');

/** Stops the clock; timers go on, so that servers and clients do. Open a database before: TypeORM compares types with the `Date` of the moment. */
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
