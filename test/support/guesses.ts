import { timesOf } from './effort.js';

/** The number of guesses that an attacker makes, which is more than any limit allows. */
export const GUESSES = timesOf('GUESSES', { part: 200, whole: 300 });
