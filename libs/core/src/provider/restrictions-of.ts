import { GOOGLE, isOfHostedDomain } from './google-claims.js';
import { isHostedAt } from './is-hosted-at.js';
import { parameterOf } from './normalize-endpoint.js';
import type { OAuthUserConfig } from './oauth-provider.js';
import type { ResolvedEndpoint, ResolvedRestriction } from './resolved-provider.js';

/**
 * Returns the restrictions whose parameter is configured. A parameter that the caller of sign-in
 * may set cannot restrict anyone.
 */
export function restrictionsOf(
  config: OAuthUserConfig<unknown>,
  authorization: ResolvedEndpoint,
): ResolvedRestriction[] {
  const { restrictions, authorizationParams = [] } = config;
  const all = { ...(isHostedAt(GOOGLE, config) && { hd: isOfHostedDomain }), ...restrictions };
  return Object.entries(all).flatMap(([parameter, holds]) => {
    const wanted = parameterOf(authorization, parameter) ?? '';
    if (wanted === '' || authorizationParams.includes(parameter)) return [];
    return [{ parameter, wanted, holds }];
  });
}
