import { timesOf } from './effort.js';

/** How many hostile inputs to try with a parser; `ops/run fuzz` tries a million. */
export const FUZZ = { numRuns: timesOf('FUZZ_RUNS', { part: 500, whole: 5000 }) };

/** The time limit for these inputs, in milliseconds. */
export const FUZZ_TIMEOUT_MS = 300_000 + 5 * FUZZ.numRuns;
