import { timesOf } from './effort.js';

/** The number of guesses of an attacker: more than any limit lets pass. */
export const GUESSES = timesOf('GUESSES', { part: 200, whole: 1000 });
