import { timesOf } from './effort.js';

const AT_MOST = timesOf('KILL_POINTS', { part: 1, whole: 2 });

/**
 * Returns the numbers of the statements before which a process is killed, evenly spread: one in the
 * middle, two with the whole effort, or all of them (`ops/run kills`).
 * @param atMost - how many, where a process takes less time than one that runs migrations
 */
export function killPoints(statements: number, atMost = AT_MOST): number[] {
  const wanted = Math.min(atMost, statements);
  const step = (statements + 1) / (wanted + 1);
  return Array.from({ length: wanted }, (_, nth) => Math.round((nth + 1) * step));
}

/** Returns the whole list for `ops/run kills`, else one item, as each starts several processes. */
export function killedAmong<T>(all: readonly T[], nth: number): readonly T[] {
  return process.env['KILL_POINTS'] === undefined ? all.slice(nth % all.length).slice(0, 1) : all;
}
