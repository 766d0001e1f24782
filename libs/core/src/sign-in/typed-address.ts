import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { isProven } from '../adapter/is-proven.js';
import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import { endAccess } from '../session/records/end-access.js';
import { canListSessions } from '../session/records/session-directory.js';
import { storesAccessEnd } from '../session/records/stores-access-end.js';

/**
 * Takes an address from a user who only typed it, for somebody whose provider vouches for it: nobody
 * has proven it. The user has passkeys, for which any address can be typed, and accounts whose
 * providers reported another address, or this one as unverified. All of them stay, and the user
 * signs in again with them, without an address.
 * @returns the user without the address; null if the user keeps it
 * @see docs/linking-accounts.md, "What happens"
 */
export async function takeTypedAddress(
  config: ResolvedAuthConfig,
  adapter: CompleteAdapter,
  owner: AdapterUser,
): Promise<AdapterUser | null> {
  if (!(await isTakeable(config, adapter, owner))) return null;
  // First, so that a failure leaves the address where it is, and the next sign-in tries again.
  await endAccess(config, owner.id);
  const user = await adapter.getUser(owner.id);
  if (user?.email !== owner.email || !(await isOnlyTyped(config, adapter, user))) return null;
  if (!(await adapter.addToUser({ user, email: '' }))) return null;
  const former = { ...user, email: '' };
  if (await isProven(adapter, former)) {
    // An account proved it at this moment. If the user has yet another address by now, that stays.
    await adapter.addToUser({ user: former, email: user.email });
    return null;
  }
  // A session that began in between shows the address of its user.
  await endAccess(config, owner.id);
  return adapter.getUser(owner.id);
}

/** Whether the address of a user would be taken. */
export async function isTakeable(
  config: ResolvedAuthConfig,
  adapter: CompleteAdapter,
  owner: AdapterUser,
): Promise<boolean> {
  return canEndAtOnce(config) && (await isOnlyTyped(config, adapter, owner));
}

/** Whether no session of the user goes on, with what it showed before. */
function canEndAtOnce(config: ResolvedAuthConfig): boolean {
  return (
    canListSessions(config) && (storesAccessEnd(config) || config.session.registry !== undefined)
  );
}

async function isOnlyTyped(
  { providers }: ResolvedAuthConfig,
  adapter: CompleteAdapter,
  owner: AdapterUser,
): Promise<boolean> {
  if (owner.emailVerified || !adapter.columns.has('accounts.emailVerified')) return false;
  // Users with passwords of the adapter's have no account that would show it.
  const all = [...providers.values()];
  if (all.some((one) => one.type === 'credentials' && one.usersOfAdapter)) return false;
  if (!adapter.has('listAccountsByUserId') || !adapter.has('addToUser')) return false;
  const accounts = await adapter.listAccountsByUserId(owner.id);
  return (
    accounts.length > 0 &&
    accounts.every(({ type, emailVerified }) => type === 'webauthn' || emailVerified === false)
  );
}
