import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { isProven } from '../adapter/is-proven.js';
import type { SessionContext } from '../exchange/session-context.js';
import type { JWT } from '../model/jwt.js';
import { isOwnUser } from '../session-token/own-user.js';
import type { SignedIn } from './session-strategy.port.js';

/**
 * Marks the token of a user whose email address is unproven. The mark is part of the session, since
 * nothing else distinguishes the token of someone who registered another person's address.
 * @see docs/design/security-bar.md A26
 */
export async function withProofState(
  { config: { adapter } }: SessionContext,
  claims: JWT,
  { user, account }: SignedIn,
): Promise<JWT> {
  const { unproven: _unproven, ...rest } = claims;
  if (!adapter || isOwnUser(claims)) return rest;
  const stored = account.type === 'credentials' ? await adapter.getUser(user.id ?? '') : user;
  return stored && isStored(stored) ? withMark(adapter, rest, stored) : rest;
}

/** Marks the token of a stored user, or removes the mark of a user whose address is proven. */
export async function withMark(
  adapter: CompleteAdapter,
  { unproven: _unproven, ...rest }: JWT,
  user: AdapterUser,
): Promise<JWT> {
  return (await isProven(adapter, user)) ? rest : { ...rest, unproven: true };
}

/** Whether a session began before the address was proven, and may thus be another person's. */
export function isBeforeProof(claims: JWT, user: AdapterUser): boolean {
  return isUnproven(claims) && Boolean(user.emailVerified);
}

/** Whether a token has the mark. */
export function isUnproven(claims: JWT): boolean {
  return claims['unproven'] === true;
}

function isStored(user: SignedIn['user']): user is AdapterUser {
  return user.id !== undefined && 'emailVerified' in user;
}
