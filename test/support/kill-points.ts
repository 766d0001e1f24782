import { timesOf } from './effort.js';

const AT_MOST = timesOf('KILL_POINTS', { part: 1, whole: 8 });

/**
 * Before which of so many statements something is killed, spread over all of them: one in the
 * middle, eight with the whole effort, or each one (`npm run kill`).
 */
export function killPoints(statements: number): number[] {
  const wanted = Math.min(AT_MOST, statements);
  if (wanted === 1) return [Math.ceil(statements / 2)];
  const step = (statements - 1) / (wanted - 1);
  return Array.from({ length: wanted }, (_, nth) => Math.round(1 + nth * step));
}
