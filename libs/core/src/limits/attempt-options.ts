import type { LimitedWork } from '../config/options/limits.js';

/** How an attempt is counted. */
export interface AttemptOptions {
  readonly work: LimitedWork;
  /** The user's identifier, as it is looked up or was typed; absent if it is unknown. */
  readonly identifier?: string;
  /**
   * All that distinguishes the user from others with the same identifier, such as the name of a
   * company in another field. @default the identifier
   */
  readonly identity?: string;
  /**
   * `spare` counts across all networks only after the attempt has failed. Use it for secrets that
   * cannot be guessed, so that strangers' guesses never lock out the owner. @default 'count'
   */
  readonly everywhere?: 'count' | 'spare';
  /**
   * `failed` counts an attempt only after it has failed, so a right one never waits. Use it where
   * right ones cannot be guessed, and come from networks that strangers can send from, too.
   * @default 'begun'
   */
  readonly counted?: 'begun' | 'failed';
}
