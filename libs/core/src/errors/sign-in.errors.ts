import { AuthError } from './auth.error.js';
import { ExposedError } from './exposed.error.js';

/** Base class of the errors that the sign-in page shows. */
export class SignInError extends AuthError {
  override readonly page: 'signIn' | 'error' = 'signIn';
}

/** The `signIn` callback refused the sign-in, or threw. */
export class AccessDenied extends AuthError {
  override readonly type = 'AccessDenied';
  override readonly clientSafe = true;
}

/**
 * The user has changed since the lookup, so nothing is stored. The sign-in repeats the lookup, and
 * fails if that does not help.
 */
export class UserChanged extends AccessDenied {}

/**
 * The credentials were not accepted. Throw it from `authorize`, or extend it with another `code`.
 * The code appears in the URL, so it must not reveal which part was wrong.
 * @see docs/design/wire-contract.md 10.1
 */
export class CredentialsSignin extends SignInError {
  override readonly type = 'CredentialsSignin';
  override readonly clientSafe = true;
  /** Shown to the client as `code`. */
  code = 'credentials';
}

/** The email with the sign-in link could not be sent. */
export class EmailSignInError extends SignInError {
  override readonly type = 'EmailSignin';
  override readonly clientSafe = true;
}

/** The sign-in at an OAuth provider could not be started. */
export class OAuthSignInError extends SignInError {
  override readonly type = 'OAuthSignInError';
}

/** The OAuth provider responded with an error, or its response could not be trusted. */
export class OAuthCallbackError extends SignInError {
  override readonly type = 'OAuthCallbackError';
  override readonly clientSafe = true;
  /** `access_denied` if the user, or the provider, stopped the sign-in. */
  code?: 'access_denied';
  /** The URL to return to after sign-in; a new attempt uses it if the browser's cookie is gone. */
  callbackUrl?: string;
}

/** An account with this address, or this account itself, belongs to another user. */
export class OAuthAccountNotLinked extends SignInError {
  override readonly type = 'OAuthAccountNotLinked';
  override readonly clientSafe = true;
}

/** The WebAuthn account belongs to another user. */
export class AccountNotLinked extends SignInError {
  override readonly type = 'AccountNotLinked';
  override readonly clientSafe = true;
  /** Id of a passkey that was just made, and that nothing was stored for; base64url. */
  unknownPasskey?: string;
}

/** The CSRF token of a form is missing or wrong. */
export class MissingCSRF extends SignInError {
  override readonly type = 'MissingCSRF';
  override readonly clientSafe = true;
}

/**
 * Too many attempts; the next one has to wait. The response is a 429 with `Retry-After`. An
 * `authorize` that counts attempts itself may throw it.
 * @see RFC 6585 section 4; RFC 9110 section 10.2.3
 */
export class RateLimited extends ExposedError {
  override readonly type = 'RateLimited';
  override readonly clientSafe = true;
  override readonly page = 'signIn';
  override readonly statusCode = 429;

  /** @param retryAfterSeconds - whole seconds after which the next attempt may be made */
  constructor(readonly retryAfterSeconds: number) {
    super(`too many attempts; try again in ${retryAfterSeconds} s`);
  }
}

/** The user has as many sessions as `session.maxPerUser` allows, and cannot start another. */
export class TooManySessions extends SignInError {
  override readonly type = 'TooManySessions';
  override readonly clientSafe = true;
}

/** What the user does asks for a newer proof of who they are. A browser goes where it is given. */
export class FreshAuthRequired extends ExposedError {
  override readonly type = 'FreshAuthRequired';
  override readonly clientSafe = true;
  override readonly page = 'reauthenticate';
  override readonly statusCode = 403;
}

/** What is to be removed is the only way in which the user can sign in. */
export class LastWayIn extends ExposedError {
  override readonly type = 'LastWayIn';
  override readonly clientSafe = true;
  override readonly statusCode = 409;

  constructor() {
    super('it is the only way to sign in; add another way first');
  }
}

/** The option `account.deletion.beforeDelete` refused the deletion of a user. Nothing was deleted. */
export class DeletionRefused extends ExposedError {
  override readonly type = 'DeletionRefused';
  override readonly statusCode = 409;
}

/** A sign-in that waited for a step is gone, so it has to begin again. */
export class SessionRequired extends SignInError {
  override readonly type = 'SessionRequired';
  override readonly clientSafe = true;
}

/** The sign-in link is invalid, used or expired. */
export class Verification extends AuthError {
  override readonly type = 'Verification';
  override readonly clientSafe = true;
}

/** The response of the authenticator could not be verified. */
export class WebAuthnVerificationError extends SignInError {
  override readonly type = 'WebAuthnVerificationError';
  override readonly clientSafe = true;
}
