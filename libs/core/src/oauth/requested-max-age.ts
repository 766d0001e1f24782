import { InvalidRequest } from '../errors/internal.errors.js';
import { maxAgeOf } from '../provider/normalize-endpoint.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import { nowSeconds } from '../session/token/token-life.js';
import type { Attempt } from './attempt.js';

type Requested = Pick<ResolvedOAuthProvider, 'authorization' | 'type'>;

/**
 * Returns the `max_age` of an authorization request. A caller that may set it can lower the
 * configured one, but not raise it.
 * @param params - of the authorization request
 * @returns in seconds; undefined if there is none, or if no ID token will show when the user signed
 *   in, as with a plain OAuth provider
 * @throws {InvalidRequest} when the caller's value is not a whole number
 * @see OpenID Connect Core section 3.1.2.1
 */
export function requestedMaxAge(
  { authorization, type }: Requested,
  params: Readonly<Record<string, string>> = {},
): number | undefined {
  if (type !== 'oidc') return undefined;
  const asked = maxAgeOf({ ...authorization, params: { ...authorization.params, ...params } });
  if (asked === undefined) return undefined;
  if (Number.isNaN(asked)) throw new InvalidRequest('max_age must be a whole number of seconds');
  return Math.min(asked, maxAgeOf(authorization) ?? asked);
}

/** Returns when the user may have signed in at the provider at the earliest, for an attempt. */
export function earliestSignIn(maxAge: number | undefined): Attempt['signedInSince'] {
  return maxAge === undefined ? undefined : nowSeconds() - maxAge;
}

/**
 * Returns how long ago the user may have signed in at the provider, in seconds. The time that the
 * user then spent on the provider's pages is not counted.
 */
export function acceptedAge(
  provider: Requested,
  { signedInSince }: Pick<Attempt, 'signedInSince'>,
): number | undefined {
  // An attempt of an older version, or of Auth.js, does not contain what was requested.
  if (signedInSince === undefined) return requestedMaxAge(provider);
  return Math.max(0, nowSeconds() - signedInSince);
}
