import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';

/**
 * Takes an address from a user who only typed it, for somebody whose provider vouches for it: nobody
 * has proven it, and the user has passkeys only, for which any address can be typed. The user keeps
 * the passkeys and signs in as before, without an address.
 * @returns the user without the address; null if the user keeps it
 * @see docs/linking-accounts.md, "What happens"
 */
export async function takeTypedAddress(
  adapter: CompleteAdapter,
  owner: AdapterUser,
): Promise<AdapterUser | null> {
  if (!(await isOnlyTyped(adapter, owner))) return null;
  await adapter.updateUser({ id: owner.id, email: '' });
  const now = await adapter.getUser(owner.id);
  if (!now?.emailVerified) return now;
  // Somebody followed a mailed link at this moment, and thus proved it.
  await adapter.updateUser({ id: owner.id, email: owner.email });
  return null;
}

async function isOnlyTyped(adapter: CompleteAdapter, owner: AdapterUser): Promise<boolean> {
  if (owner.emailVerified || !adapter.columns.has('accounts.emailVerified')) return false;
  if (!adapter.has('listAccountsByUserId')) return false;
  const accounts = await adapter.listAccountsByUserId(owner.id);
  return accounts.length > 0 && accounts.every(({ type }) => type === 'webauthn');
}
