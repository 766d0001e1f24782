import { AuthError } from './auth.error.js';

/** An adapter operation failed; `cause.err` is the original error. */
export class AdapterError extends AuthError {
  override readonly type = 'AdapterError';
}

/** A callback route failed with an error that is not ours. */
export class CallbackRouteError extends AuthError {
  override readonly type = 'CallbackRouteError';
}

/** An event listener failed; logged only. */
export class EventError extends AuthError {
  override readonly type = 'EventError';
}

/** A state, PKCE, nonce or challenge check failed. */
export class InvalidCheck extends AuthError {
  override readonly type = 'InvalidCheck';
}

/** A callback came to a browser that has no sign-in in progress, such as from a bookmark. */
export class NoAttempt extends InvalidCheck {
  override readonly page = 'signIn';
  /** @see AuthError.shownAs */
  override readonly shownAs = 'OAuthCallbackError';
}

/** The provider is unknown, or does not support the request. */
export class InvalidProvider extends AuthError {
  override readonly type = 'InvalidProvider';
}

/** A provider's logout token was refused; `check` in the cause names the failed check. */
export class InvalidLogoutToken extends AuthError {
  override readonly type = 'InvalidLogoutToken';
}

/** A stateless session could not be read; logged only. */
export class JWTSessionError extends AuthError {
  override readonly type = 'JWTSessionError';
}

/** The provider's profile could not be mapped to a user. */
export class OAuthProfileParseError extends AuthError {
  override readonly type = 'OAuthProfileParseError';
}

/** The session was ended here, but could not be ended at the provider; logged only. */
export class ProviderLogoutError extends AuthError {
  override readonly type = 'ProviderLogoutError';
}

/** A database session could not be read. */
export class SessionTokenError extends AuthError {
  override readonly type = 'SessionTokenError';
}

/** The session could not be ended. */
export class SignOutError extends AuthError {
  override readonly type = 'SignOutError';
}

/** A store, callback or outbound call did not respond within the option `timeout`. */
export class Timeout extends AuthError {
  override readonly type = 'Timeout';
}

/** The path or method matches no action. */
export class UnknownAction extends AuthError {
  override readonly type = 'UnknownAction';
}

/** A state-changing request came from an untrusted origin. */
export class UntrustedOrigin extends AuthError {
  override readonly type = 'UntrustedOrigin';
}

/** The request is malformed: a field has the wrong type, or the body is unreadable or too large. */
export class InvalidRequest extends AuthError {
  override readonly type = 'InvalidRequest';
  /** 400; for a body that is too large 413, and for one that does not arrive 408. */
  status = 400;
}
