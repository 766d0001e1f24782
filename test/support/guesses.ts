import { timesOf } from './effort.js';

/** Guesses of somebody who does not give up: always more than any limit lets pass. */
export const GUESSES = timesOf('GUESSES', { part: 200, whole: 1000 });
