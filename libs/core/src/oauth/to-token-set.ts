import type { TokenSet } from '../model/token-set.js';

/** Longest life of a token that is believed, seconds; more is a fault of the provider. */
const TEN_YEARS = 10 * 365 * 24 * 60 * 60;

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
  const seconds = Number(tokens.expires_in);
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > TEN_YEARS) delete tokens.expires_in;
  else if (tokens.expires_in !== undefined)
    tokens.expires_at = Math.floor(Date.now() / 1000) + seconds;
  if (tokens.token_type) tokens.token_type = tokens.token_type.toLowerCase() as Lowercase<string>;
  return tokens;
}
