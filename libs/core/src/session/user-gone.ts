import type { SessionContext } from '../exchange/session-context.js';
import type { JWT } from '../model/jwt.js';
import { isBeforeProof, isUnproven } from './unproven-session.js';

/**
 * Whether a stateless session must end because the adapter no longer has its user, or because it
 * began before the owner of the address proved it.
 * @see docs/design/security-bar.md A26, A30
 */
export async function isUserGone({ config }: SessionContext, claims: JWT): Promise<boolean> {
  const { sub } = claims;
  if (!config.adapter || typeof sub !== 'string') return false;
  // With credentials, the user may be stored elsewhere than in the adapter.
  const elsewhere = [...config.providers.values()].some(({ type }) => type === 'credentials');
  if (elsewhere && !isUnproven(claims)) return false;
  const user = await config.adapter.getUser(sub);
  return user === null || isBeforeProof(claims, user);
}
