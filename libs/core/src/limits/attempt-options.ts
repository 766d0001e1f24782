import type { LimitedWork } from '../options/limits-options.js';

/** How an attempt is counted. */
export interface AttemptOptions {
  readonly work: LimitedWork;
  /** The identifier of the person, in its stored form; absent when it is unknown. */
  readonly identifier?: string;
  /**
   * `spare` counts over all networks only after the attempt has failed. Use it for secrets that
   * cannot be guessed, so that guesses of strangers never lock out the owner. @default 'count'
   */
  readonly everywhere?: 'count' | 'spare';
}
