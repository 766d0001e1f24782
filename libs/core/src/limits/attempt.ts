import type { LimitedWork } from '../config/limits-options.js';

/** An attempt that is under way, and counted. */
export interface Attempt {
  /** It was the right one: it is counted no longer, and its network is spared from now on. */
  succeeded(): Promise<void>;
  /**
   * It was a wrong one. What was spared the count over all networks is counted there now.
   * @throws {RateLimited} when the identifier is tried from too many networks
   */
  failed(): Promise<void>;
}

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

/** Where nothing is limited. */
export const UNLIMITED: Attempt = {
  succeeded: () => Promise.resolve(),
  failed: () => Promise.resolve(),
};
