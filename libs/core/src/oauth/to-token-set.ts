import type { TokenEndpointResponse } from 'openid-client';
import type { TokenSet } from '../model/token-set.js';

/**
 * The members of a token endpoint's response, with the absolute time of expiry.
 * @param answer - as the library has checked it: the type of the token is in lower case
 * @see docs/design/wire-contract.md 16.1, 7.2 step 15
 */
export function toTokenSet(answer: TokenEndpointResponse): TokenSet {
  const { expires_in: life } = answer;
  if (life === undefined) return { ...answer };
  return { ...answer, expires_at: Math.floor(Date.now() / 1000) + Number(life) };
}
