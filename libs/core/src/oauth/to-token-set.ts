import type { TokenEndpointResponse } from 'openid-client';
import type { TokenSet } from '../model/token-set.js';

/**
 * Returns the members of a token endpoint's response, and the absolute expiry time.
 * @param response - as checked by the library, with the token type in lower case
 * @see docs/design/wire-contract.md 16.1, 7.2 step 15
 */
export function toTokenSet(response: TokenEndpointResponse): TokenSet {
  const { expires_in: life } = response;
  if (life === undefined) return { ...response };
  return { ...response, expires_at: Math.floor(Date.now() / 1000) + Number(life) };
}
