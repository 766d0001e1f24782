import type { LimitedWork } from '../options/limits-options.js';

/** What an attempt is counted by. */
export interface AttemptOptions {
  readonly work: LimitedWork;
  /** Whom it is about, in the form in which it is stored; absent where that is unknown. */
  readonly identifier?: string;
  /**
   * `spare` counts over all networks only once the attempt has failed: right for what cannot be
   * guessed, so that a stranger's guesses never keep the owner out. @default 'count'
   */
  readonly everywhere?: 'count' | 'spare';
}
