import type { JWT } from '../model/jwt.js';

/**
 * Of two sessions that a request presents under one name the newer one. Of two people neither, since
 * one of them was planted; nor where nothing says that they are one person.
 * @see docs/design/security-bar.md D11, D12
 */
export function newerClaims(first: JWT | null, second: JWT | null): JWT | null {
  if (!first || !second) return first ?? second;
  if (first.sub === undefined || first.sub !== second.sub) return null;
  return (second.iat ?? 0) > (first.iat ?? 0) ? second : first;
}
