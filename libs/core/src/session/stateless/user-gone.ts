import { accessEnd, isOver } from '../../adapter/access-end.js';
import { ownUserProviders } from '../../config/own-users.js';
import type { SessionContext } from '../../request/context/session-context.js';
import type { JWT } from '../../model/jwt.js';
import { comparedStart } from '../records/session-id.js';
import { isOwnUser } from '../token/own-user.js';
import type { AdapterUser } from '../../adapter/adapter-rows.js';
import { isBeforeProof, isUnproven } from './unproven-session.js';

/**
 * Whether a stateless session must end because the adapter no longer has its user, because it
 * began before the owner of the address proved it, or because it ended with all sessions of the user.
 * @see docs/design/security-bar.md A26, A30, ID4
 */
export async function isUserGone({ config }: SessionContext, claims: JWT): Promise<boolean> {
  const { sub } = claims;
  if (!config.adapter || typeof sub !== 'string' || isOwnUser(claims)) return false;
  const user = await config.adapter.getUser(sub);
  if (user) return isOverFor(claims, user);
  // A token of Auth.js does not say whether its user is stored elsewhere than in the adapter.
  return isUnproven(claims) || ownUserProviders(config).length === 0;
}

/** Whether a stateless session of a stored user is over. */
export function isOverFor(claims: JWT, user: AdapterUser): boolean {
  return isBeforeProof(claims, user) || isOver(comparedStart(claims, accessEnd(user)), user);
}
