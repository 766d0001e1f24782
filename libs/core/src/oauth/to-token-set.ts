import type { TokenSet } from '../model/token-set.js';

/**
 * The members of a token endpoint's answer, with the absolute time of expiry.
 * @see specification, TokenSet; wire contract 7.2 step 15
 */
export function toTokenSet(answer: object): TokenSet {
  // The library hangs functions on the answer.
  const members = Object.entries(answer).filter(
    ([, value]) => typeof value !== 'function' && value !== undefined,
  );
  const tokens = Object.fromEntries(members) as TokenSet;
  const { expires_in: life } = tokens;
  if (life !== undefined) tokens.expires_at = Math.floor(Date.now() / 1000) + Number(life);
  if (tokens.token_type) tokens.token_type = tokens.token_type.toLowerCase() as Lowercase<string>;
  return tokens;
}
