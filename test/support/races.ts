import { timesOf } from './effort.js';

const RUNS = timesOf('RACE_RUNS', { part: 1, whole: 2 });

/** The numbers of the runs of a race, as races fail only sometimes. `ops/run races` uses twenty. */
export const RACES: readonly number[] = Array.from({ length: RUNS }, (_, at) => at + 1);

/** The time limit for a test that runs a race, in milliseconds. */
export const RACE_TIMEOUT_MS = 300_000 * RUNS;
