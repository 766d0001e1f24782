import { parameterOf } from '../provider/normalize-endpoint.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import type { Attempt } from './attempt.js';

/** Longest scope that an attempt stores, in characters: a request must fit three attempts. */
const MAX_SCOPE = 512;

type Requested = Pick<ResolvedOAuthProvider, 'authorization' | 'authorizationParams'>;

/**
 * Returns the scope that an attempt has to store, an empty string if none is requested. Only a
 * caller that may set the scope can have requested another one than the configuration.
 * @param params - of the authorization request
 * @returns undefined if the configuration has the scope, or if it is too long
 */
export function scopeToStore(
  { authorization, authorizationParams }: Requested,
  params: Readonly<Record<string, string>>,
): string | undefined {
  if (!authorizationParams.has('scope')) return undefined;
  const scope = parameterOf({ ...authorization, params }, 'scope') ?? '';
  return scope.length <= MAX_SCOPE ? scope : undefined;
}

/**
 * Returns the scope of an authorization request, which a token response without `scope` grants.
 * @returns undefined if it is unknown, or left to the provider
 * @see RFC 6749 sections 3.3 and 5.1
 */
export function requestedScope(
  { authorization, authorizationParams }: Requested,
  { scope }: Pick<Attempt, 'scope'>,
): string | undefined {
  // An attempt of an older version, or of Auth.js, does not contain what the caller requested.
  const known = authorizationParams.has('scope') ? scope : parameterOf(authorization, 'scope');
  return known === '' ? undefined : known;
}
