import type { JWT } from '../../model/jwt.js';
import { userKeyOf } from './own-user.js';

/**
 * Returns the newest of the sessions that a request contains under one name. Returns null if there
 * is none, if two belong to different users, since one of them was planted, or if one of several has
 * no user.
 * @param all - null for what could not be opened, which is not ours
 * @see docs/design/security-bar.md D11, D12, BT12
 */
export function newestClaims(all: readonly (JWT | null)[]): JWT | null {
  const [first, ...others] = all.filter((one) => one !== null);
  if (!first || others.length === 0) return first ?? null;
  const user = userKeyOf(first);
  if (first.sub === undefined || others.some((one) => userKeyOf(one) !== user)) return null;
  return others.reduce((newest, one) => ((one.iat ?? 0) > (newest.iat ?? 0) ? one : newest), first);
}
