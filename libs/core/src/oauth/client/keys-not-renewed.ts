import { AuthError } from '../../errors/auth.error.js';

/**
 * A token names an unknown key, and the provider's keys may not be fetched again yet: it is unknown
 * whether the token is valid.
 */
export class KeysNotRenewed extends AuthError {
  constructor(readonly retryAfterSeconds: number) {
    super('the key of the token is unknown, and the keys were fetched only just now');
  }
}
