import { ownUserProviders } from '../config/own-users.js';
import type { SessionContext } from '../exchange/session-context.js';
import type { JWT } from '../model/jwt.js';
import { isOwnUser } from '../session-token/own-user.js';
import { isBeforeProof, isUnproven } from './unproven-session.js';

/**
 * Whether a stateless session must end because the adapter no longer has its user, or because it
 * began before the owner of the address proved it.
 * @see docs/design/security-bar.md A26, A30
 */
export async function isUserGone({ config }: SessionContext, claims: JWT): Promise<boolean> {
  const { sub } = claims;
  if (!config.adapter || typeof sub !== 'string' || isOwnUser(claims)) return false;
  // A token of Auth.js does not say whether its user is stored elsewhere than in the adapter.
  const elsewhere = ownUserProviders(config).length > 0;
  if (elsewhere && !isUnproven(claims)) return false;
  const user = await config.adapter.getUser(sub);
  return user === null || isBeforeProof(claims, user);
}
