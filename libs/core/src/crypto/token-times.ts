import type { JWT } from '../model/jwt.js';

/** Seconds by which another server's clock may differ. @see docs/design/wire-contract.md JWT-7 */
const EXPIRY_TOLERANCE = 15;
const ISSUE_TOLERANCE = 60;

/**
 * Whether a token is within its time: it must say when it ends, and must not come from the future.
 * @param nowSeconds - seconds since the epoch
 */
export function isCurrent({ exp, iat, nbf }: JWT, nowSeconds: number): boolean {
  if (typeof exp !== 'number' || exp <= nowSeconds - EXPIRY_TOLERANCE) return false;
  if (typeof iat === 'number' && iat > nowSeconds + ISSUE_TOLERANCE) return false;
  return typeof nbf !== 'number' || nbf <= nowSeconds + EXPIRY_TOLERANCE;
}
