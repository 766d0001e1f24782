import type {
  AuthorizationResponseError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { AuthError } from '../errors/auth.error.js';
import { toError } from '../errors/to-error.js';

/** Advice for the developer, by error code from RFC 6749 or from large providers. */
const REMEDIES: Readonly<Record<string, string>> = {
  invalid_client:
    'check `clientId`, `clientSecret`, and `client.token_endpoint_auth_method`, which sets how the secret is sent',
  unauthorized_client: 'allow this client the authorization code grant',
  invalid_grant:
    'the code has expired or was already used, or the redirect URI differs from that of the start: check AUTH_URL',
  invalid_scope: 'check the scope in `authorization.params`',
  redirect_uri_mismatch: 'register the `callbackUrl` that GET /auth/providers shows',
  access_denied: 'the user declined, or the provider denied access',
  authentication_expired:
    'the page of the provider was open for too long; nothing needs to be done',
  user_cancelled_authorize: 'the user declined',
  user_cancelled_login: 'the user declined',
};

/**
 * Names the error that a provider returned, which the library does not include in its message.
 * `error_description` is left out: some providers repeat the request in it.
 * @see RFC 6749 sections 4.1.2.1 and 5.2; RFC 6750 section 3
 */
export function namedRefusal(thrown: unknown): Error {
  const err = toError(thrown);
  if (isRefusal(thrown)) {
    switch (thrown.code) {
      case 'OAUTH_RESPONSE_BODY_ERROR':
        return named(thrown.error, `with status ${thrown.status}`, err);
      case 'OAUTH_AUTHORIZATION_RESPONSE_ERROR':
        return named(codeOf(thrown), 'at the callback', err);
      case 'OAUTH_WWW_AUTHENTICATE_CHALLENGE':
        return named(thrown.cause[0]?.parameters.error, `with status ${thrown.status}`, err);
    }
  }
  if (isMalformed(thrown)) {
    return new AuthError(
      `${err.cause instanceof Error ? err.cause.message : err.message}: if that is what the token endpoint sends, correct it in \`token.conform\` of the provider`,
      { err },
    );
  }
  // The library sets the response as the cause, but its message does not contain the status.
  if (err.cause instanceof Response) {
    return new AuthError(`the provider responded with status ${err.cause.status}`, { err });
  }
  return err;
}

/** Whether the user declined at the provider, or the provider denied access. */
export function isStopped(thrown: unknown): boolean {
  return (
    isRefusal(thrown) &&
    thrown.code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' &&
    thrown.error === 'access_denied'
  );
}

/**
 * Keycloak reports a login page that was open for too long as a fault of its own, and the cause in
 * the description alone.
 */
function codeOf({ error, error_description: description }: AuthorizationResponseError): string {
  return description === 'authentication_expired' ? description : error;
}

/** Whether the library found a member of a response that does not conform. */
function isMalformed(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'OAUTH_INVALID_RESPONSE';
}

type LibraryRefusal =
  AuthorizationResponseError | ResponseBodyError | WWWAuthenticateChallengeError;

const REFUSALS: ReadonlySet<unknown> = new Set<LibraryRefusal['code']>([
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
  'OAUTH_RESPONSE_BODY_ERROR',
  'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
]);

/**
 * Whether the library threw a refusal. Compares the code, since the classes are loaded on demand.
 */
export function isRefusal(thrown: unknown): thrown is LibraryRefusal {
  return thrown instanceof Error && 'code' in thrown && REFUSALS.has(thrown.code);
}

/** @param code - as received, of any type */
function named(code: unknown, where: string, err: Error): AuthError {
  const isCode = typeof code === 'string' && /^[\w.-]{1,64}$/.test(code);
  const remedy = isCode && Object.hasOwn(REMEDIES, code) ? REMEDIES[code] : undefined;
  const summary = `the provider returned ${isCode ? `\`${code}\`` : 'an error'} ${where}`;
  const details = isCode ? { err, code } : { err };
  return new AuthError(remedy ? `${summary}: ${remedy}` : summary, details);
}
