import { timesOf } from './effort.js';

/** The number of runs of each kind: 200 in `ops/run timings`, which prints the medians. */
export const ROUNDS = timesOf('TIMING_ROUNDS', { part: 1, whole: 3 });

/** Prints the medians, if times were requested. @param times - milliseconds by kind */
export function printMedians(title: string, times: Readonly<Record<string, number[]>>): void {
  if (process.env['TIMING_ROUNDS'] === undefined) return;
  const medians = Object.entries(times).map(([kind, all]) => `${kind} ${median(all)} ms`);
  console.info(`${title}, medians of ${ROUNDS}: ${medians.join(', ')}`);
}

function median(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  return (sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2);
}
