import { timesOf } from './effort.js';

const RUNS = timesOf('RACE_RUNS', { part: 1, whole: 3 });

/** The numbers of the runs of a race, which fails only sometimes. `npm run race` runs twenty. */
export const RACES: readonly number[] = Array.from({ length: RUNS }, (_, at) => at + 1);

/** Time limit for a test that runs a race, milliseconds. */
export const RACE_TIMEOUT_MS = 300_000 * RUNS;
