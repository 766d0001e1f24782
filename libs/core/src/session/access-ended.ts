import { UserChanged } from '../errors/sign-in.errors.js';

/**
 * All sessions of the user ended after the request that opens another one arrived, by the clock of
 * this instance. What was verified before that end is verified once more.
 */
export class AccessEnded extends UserChanged {
  /** @param end - undefined if the registry does not return it */
  constructor(readonly end: Date | undefined) {
    super('all sessions of the user ended while the sign-in was in progress');
  }
}
