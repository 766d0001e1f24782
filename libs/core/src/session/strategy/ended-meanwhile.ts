import { AccessDenied } from '../../errors/sign-in.errors.js';

/** Creates the error for a session that ended while its user was adding an account or a passkey. */
export function endedMeanwhile(): AccessDenied {
  return new AccessDenied('the session ended while the user was adding an account or a passkey');
}
