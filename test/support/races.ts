import { timesOf } from './effort.js';

const RUNS = timesOf('RACE_RUNS', { part: 1, whole: 3 });

/** The runs of a race, by their number: a race is lost now and then. `npm run race` runs twenty. */
export const RACES: readonly number[] = Array.from({ length: RUNS }, (_, at) => at + 1);

/** Room for a test that runs a race so often, milliseconds. */
export const RACE_TIMEOUT_MS = 300_000 * RUNS;
