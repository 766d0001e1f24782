import type { JWT } from '../model/jwt.js';
import { userKeyOf } from './own-user.js';

/**
 * Returns the newer of two sessions that a request contains under one name, or the only one that
 * could be opened. Returns null if two belong to different users, since one of them was planted, or
 * if one of two has no user.
 * @see docs/design/security-bar.md D11, D12
 */
export function newerClaims(first: JWT | null, second: JWT | null): JWT | null {
  if (!first || !second) return first ?? second;
  if (first.sub === undefined || userKeyOf(first) !== userKeyOf(second)) return null;
  return (second.iat ?? 0) > (first.iat ?? 0) ? second : first;
}
