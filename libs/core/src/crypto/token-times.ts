import type { JWT } from '../model/jwt.js';

/**
 * Milliseconds by which the clocks of two instances may differ.
 * @see docs/deployment.md, Clocks
 */
export const CLOCK_TOLERANCE_MS = 60_000;

/** In seconds. */
const ISSUE_TOLERANCE = CLOCK_TOLERANCE_MS / 1000;
/** In seconds, as in Auth.js. @see docs/design/wire-contract.md JWT-7 */
const EXPIRY_TOLERANCE = 15;

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
