import type { AdapterAccount, AdapterUser } from '../../../adapter/adapter-rows.js';
import type { WaysOf } from '../../../sign-in/way-in.js';

/**
 * Stores with the user that a provider has verified the address, before the account that says so is
 * removed. Otherwise the address would count as typed, and a later proof would remove all access.
 * @returns the user as stored then
 * @see docs/design/decisions.md 22
 */
export async function keepProofAtRemoval(
  { adapter, user }: WaysOf,
  { emailVerified }: AdapterAccount,
): Promise<AdapterUser> {
  if (emailVerified !== true || user.emailVerified) return user;
  const proof = { id: user.id, email: user.email, emailVerified: new Date() };
  if (!adapter.has('proveUser')) return adapter.updateUser(proof);
  return (await adapter.proveUser({ ...proof, keepsAccess: true })) ?? user;
}
