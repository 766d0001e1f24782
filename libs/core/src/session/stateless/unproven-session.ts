import type { AdapterUser } from '../../adapter/adapter-rows.js';
import { notStored } from '../../config/own-users.js';
import { isProven } from '../../adapter/is-proven.js';
import type { SessionContext } from '../../request/context/session-context.js';
import type { JWT } from '../../model/jwt.js';
import { isOwnUser } from '../token/own-user.js';
import type { SignedIn } from '../strategy/session-strategy.port.js';

/**
 * Returns the user of the adapter who signs in; undefined for users who are not in the adapter.
 * @throws {CredentialsSignin} when `authorize` returned one whom the adapter no longer has
 */
export async function storedUserOf(
  { config: { adapter } }: SessionContext,
  claims: JWT,
  { user, account }: SignedIn,
): Promise<AdapterUser | undefined> {
  if (!adapter || isOwnUser(claims)) return undefined;
  if (account.type !== 'credentials') return isStored(user) ? user : undefined;
  const stored = await adapter.getUser(user.id ?? '');
  if (!stored) throw notStored();
  return stored;
}

/**
 * Marks the token of a user whose email address is unproven, and no other. The mark is part of the
 * session: nothing else distinguishes the token of someone who registered another person's address
 * if the adapter has no column for the end of access, or the clock of an instance was ahead.
 * @param user - undefined if the adapter does not have the user
 * @see docs/design/security-bar.md A26
 */
export async function withProofState(
  { config: { adapter } }: SessionContext,
  { unproven: _unproven, ...rest }: JWT,
  user: AdapterUser | undefined,
): Promise<JWT> {
  if (!adapter || !user || (await isProven(adapter, user))) return rest;
  return { ...rest, unproven: true };
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
