import { timesOf } from './effort.js';

/** How many inputs a parser of hostile input is tried with; `npm run fuzz` tries a million. */
export const FUZZ = { numRuns: timesOf('FUZZ_RUNS', { part: 2000, whole: 20_000 }) };

/** Time limit for these inputs, milliseconds. */
export const FUZZ_TIMEOUT_MS = 300_000 + 5 * FUZZ.numRuns;
