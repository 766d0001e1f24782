import { AuthError, type AuthErrorCause } from './auth.error.js';

/** Why no token of a provider is available. */
export type MissingTokenReason =
  'no-account' | 'not-stored' | 'ambiguous' | 'expired' | 'scopes' | 'sealed' | 'audience';

const MEANINGS: Readonly<Record<MissingTokenReason, string>> = {
  'no-account': 'the user has linked no account of this provider',
  'not-stored': 'the account has no tokens; it was linked while none were stored',
  ambiguous: 'the user has several accounts of this provider; name one by `providerAccountId`',
  expired:
    'the access token has expired, and there is no refresh token; the user must sign in again',
  scopes:
    'the user has not granted all scopes that were asked for; start a sign-in that asks for them',
  sealed:
    'the stored token cannot be opened: the secret that sealed it is missing, or it was changed',
  audience: 'the URL is of none of the `resourceServers` of the provider',
};

/** Has the members by which Nest and its filters find the status, and that it may be shown. */
abstract class ProviderTokenError extends AuthError {
  /** The status that Nest responds with where nothing catches the error. */
  abstract readonly statusCode: 409 | 503;
  /** The message names the provider and what to do, and no user. */
  readonly expose = true;

  get status(): number {
    return this.statusCode;
  }
}

/** There is no token of this provider, or not for this use. */
export class ProviderTokenMissing extends ProviderTokenError {
  override readonly type = 'ProviderTokenMissing';
  override readonly statusCode = 409;

  constructor(
    readonly reason: MissingTokenReason,
    readonly provider: string,
    readonly missingScopes?: readonly string[],
  ) {
    super(`${provider}: ${MEANINGS[reason]}`);
  }
}

/** The provider no longer takes the refresh token: the user must sign in again. */
export class ProviderTokenRefused extends ProviderTokenError {
  override readonly type = 'ProviderTokenRefused';
  override readonly statusCode = 409;

  constructor(
    readonly provider: string,
    /** The error code that the provider returned. */
    readonly error = 'invalid_grant',
  ) {
    super(`${provider}: the provider refused the refresh token; the user must sign in again`);
  }
}

/** No token right now: the provider or the store failed, or another instance is refreshing it. */
export class ProviderTokenUnavailable extends ProviderTokenError {
  override readonly type = 'ProviderTokenUnavailable';
  override readonly statusCode = 503;

  constructor(
    readonly provider: string,
    /** Seconds, for the header `Retry-After`. */
    readonly retryAfter = 5,
    details?: AuthErrorCause,
  ) {
    super(`${provider}: no token could be had right now; repeat after ${retryAfter} s`, details);
  }
}
