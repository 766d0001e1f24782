import type { JWT } from '../model/jwt.js';

/** Allowed clock difference of servers, in seconds. @see docs/design/wire-contract.md JWT-7 */
const EXPIRY_TOLERANCE = 15;
const ISSUE_TOLERANCE = 60;

/**
 * Whether a token was issued later than now by more than the clock tolerance.
 * @param nowSeconds - seconds since the epoch
 */
export function isFromFuture({ iat }: JWT, nowSeconds: number): boolean {
  return typeof iat === 'number' && iat > nowSeconds + ISSUE_TOLERANCE;
}

/**
 * Whether a token is valid now: it must have an `exp`, and must not be issued in the future.
 * @param nowSeconds - seconds since the epoch
 */
export function isCurrent(claims: JWT, nowSeconds: number): boolean {
  const { exp, nbf } = claims;
  if (typeof exp !== 'number' || exp <= nowSeconds - EXPIRY_TOLERANCE) return false;
  if (isFromFuture(claims, nowSeconds)) return false;
  return typeof nbf !== 'number' || nbf <= nowSeconds + EXPIRY_TOLERANCE;
}
