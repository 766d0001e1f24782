import type { AuthErrorCause } from './auth.error.js';
import { ExposedError } from './exposed.error.js';

/** Why no token of a provider is available. */
export type MissingTokenReason =
  'no-account' | 'not-stored' | 'ambiguous' | 'expired' | 'scopes' | 'sealed' | 'audience';

const MEANINGS: Readonly<Record<MissingTokenReason, string>> = {
  'no-account': 'the user has no linked account of this provider; link one first',
  'not-stored': 'the account has no stored tokens; the user must sign in again',
  ambiguous: 'the user has several accounts of this provider; pass `providerAccountId`',
  expired:
    'the access token has expired, and there is no refresh token; the user must sign in again',
  scopes: 'the user has not granted all requested scopes; start a sign-in that requests them',
  sealed:
    'the stored token could not be decrypted: it was changed, or the secret that sealed it is missing',
  audience: 'the URL does not belong to the `resourceServers` of the provider',
};

/** There is no token for this provider, or none for this use. */
export class ProviderTokenMissing extends ExposedError {
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

/** The provider no longer accepts the refresh token: the user must sign in again. */
export class ProviderTokenRefused extends ExposedError {
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

/** No token is available: the provider or store failed, or another instance is refreshing it. */
export class ProviderTokenUnavailable extends ExposedError {
  override readonly type = 'ProviderTokenUnavailable';
  override readonly statusCode = 503;

  constructor(
    readonly provider: string,
    /** In seconds, for the header `Retry-After`. */
    readonly retryAfter = 5,
    details?: AuthErrorCause,
  ) {
    super(`${provider}: no token is available right now; retry after ${retryAfter} s`, details);
  }
}

/** What an API requires of the sign-in at the provider. @see RFC 9470 section 3 */
export interface RequiredSignIn {
  /** Authentication methods (`acr`), the preferred one first. */
  readonly acrValues?: readonly string[];
  /** Greatest time since the user signed in at the provider, in seconds. */
  readonly maxAge?: number;
  readonly scope?: string;
}

/** The API does not accept the way or the time in which the user signed in at the provider. */
export class StepUpRequired extends ExposedError implements RequiredSignIn {
  override readonly type = 'StepUpRequired';
  override readonly statusCode = 401;
  readonly acrValues?: readonly string[];
  readonly maxAge?: number;
  readonly scope?: string;

  constructor(
    readonly provider: string,
    { acrValues, maxAge, scope }: RequiredSignIn = {},
  ) {
    super(
      `${provider}: the API requires a stronger or more recent sign-in at the provider; start a sign-in that requests it`,
    );
    this.acrValues = acrValues;
    this.maxAge = maxAge;
    this.scope = scope;
  }
}
