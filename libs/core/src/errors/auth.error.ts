/** Values of {@link AuthError.type}, which names the error in logs and, if client-safe, in URLs. */
export type AuthErrorType =
  | 'AccessDenied'
  | 'AccountNotLinked'
  | 'AdapterError'
  | 'AuthError'
  | 'CallbackRouteError'
  | 'CredentialsSignin'
  | 'DeletionRefused'
  | 'DuplicateConditionalUI'
  | 'EmailSignin'
  | 'ErrorPageLoop'
  | 'EventError'
  | 'ExperimentalFeatureNotEnabled'
  | 'FreshAuthRequired'
  | 'InvalidCallbackUrl'
  | 'InvalidCheck'
  | 'InvalidConfiguration'
  | 'InvalidEndpoints'
  | 'InvalidLogoutToken'
  | 'InvalidProvider'
  | 'InvalidRequest'
  | 'JWTSessionError'
  | 'LastWayIn'
  | 'MissingAdapter'
  | 'MissingAdapterMethods'
  | 'MissingAuthorize'
  | 'MissingCSRF'
  | 'MissingSecret'
  | 'MissingWebAuthnAutocomplete'
  | 'OAuthAccountNotLinked'
  | 'OAuthCallbackError'
  | 'OAuthProfileParseError'
  | 'OAuthSignInError'
  | 'ProviderLogoutError'
  | 'ProviderTokenMissing'
  | 'ProviderTokenRefused'
  | 'ProviderTokenUnavailable'
  | 'RateLimited'
  | 'SessionRequired'
  | 'SessionTokenError'
  | 'SignOutError'
  | 'StepUpRequired'
  | 'Timeout'
  | 'TooManySessions'
  | 'UnknownAction'
  | 'UnknownTenant'
  | 'UnsupportedStrategy'
  | 'UntrustedHost'
  | 'UntrustedOrigin'
  | 'Verification'
  | 'WebAuthnVerificationError';

/** The original error in `err`, and details for the log. Never sent to a client. */
export interface AuthErrorCause extends Record<string, unknown> {
  err?: Error;
}

/**
 * Base class of all errors that Authnest throws.
 *
 * `new AuthError(message, { cause: { err, …details } })` is the usual form. The forms of Auth.js
 * are accepted too, so that code written for it keeps working: `(error, details?)`,
 * `(message, error)`, `(message, details)` and `(details)` all set `cause`.
 * @see docs/design/wire-contract.md 10.1
 */
export class AuthError extends Error {
  /** Identifies the error in logs; subclasses that applications write inherit it. */
  readonly type: AuthErrorType = 'AuthError';
  /** The page to which a browser is redirected. */
  readonly page: 'signIn' | 'reauthenticate' | 'error' = 'error';
  /** Whether `type` may appear in a URL; every other error is shown as `Configuration`. */
  readonly clientSafe: boolean = false;
  /** What the URL names instead, if `type` may not appear there. @default 'Configuration' */
  readonly shownAs: AuthErrorType | 'Configuration' = 'Configuration';
  override cause?: AuthErrorCause;

  constructor(message?: string | Error | AuthErrorCause, details?: Error | AuthErrorCause) {
    super(typeof message === 'string' ? message : undefined);
    this.name = new.target.name;
    const cause = { ...causeOf(message), ...causeOf(details) };
    if (Object.keys(cause).length > 0) this.cause = cause;
  }
}

function causeOf(value: string | Error | AuthErrorCause | undefined): AuthErrorCause {
  if (value === undefined || typeof value === 'string') return {};
  if (value instanceof Error) return { ...detailsOf(value.cause), err: value };
  const { cause, ...details } = value;
  if (cause instanceof Error) return { ...details, err: cause };
  return isRecord(cause) ? { ...details, ...cause } : value;
}

function detailsOf(cause: unknown): AuthErrorCause {
  return isRecord(cause) && !(cause instanceof Error) ? cause : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
