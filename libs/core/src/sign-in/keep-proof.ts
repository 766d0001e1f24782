import type { AdapterUser } from '../adapter/adapter-rows.js';
import { isProven } from '../adapter/is-proven.js';
import type { AuthContext } from '../exchange/auth-context.js';
import type { VerifiedIdentity } from '../feature/verified-identity.js';
import { isSameAddress } from '../model/is-same-address.js';

/**
 * Stores with a linked account that by now its provider, or the application, vouches for the address
 * of its user. Without it, an address that was verified after the first sign-in would count as typed.
 * @see docs/design/decisions.md 22; docs/design/security-bar.md NW1
 */
export async function keepProof(
  { config: { adapter } }: AuthContext,
  { address, account, user }: VerifiedIdentity,
  owner: AdapterUser,
): Promise<void> {
  if (address !== 'verified' || !user.email || !isSameAddress(owner.email, user.email)) return;
  if (!adapter?.has('updateAccount') || (await isProven(adapter, owner))) return;
  const { provider, providerAccountId } = account;
  await adapter.updateAccount({ provider, providerAccountId, emailVerified: true });
}
