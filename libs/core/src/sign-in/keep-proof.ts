import type { AdapterUser } from '../adapter/adapter-rows.js';
import { isProven } from '../adapter/is-proven.js';
import { UserChanged } from '../errors/sign-in.errors.js';
import type { ActionContext } from '../request/context/action-context.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';
import { isSameAddress } from '../model/is-same-address.js';

/**
 * Stores with a linked account that by now its provider, or the application, vouches for the address
 * of its user. Without it, an address that was verified after the first sign-in would count as typed.
 * It is not stored by an adapter that cannot tell whether the user still has the address.
 * @throws {UserChanged} if the user has changed since the look-up
 * @see docs/design/decisions.md 22; docs/design/security-bar.md NW1, BT1
 */
export async function keepProof(
  { config: { adapter } }: ActionContext,
  { address, account, user }: VerifiedIdentity,
  owner: AdapterUser,
): Promise<void> {
  if (address !== 'verified' || !user.email || !isSameAddress(owner.email, user.email)) return;
  if (!adapter?.has('addToUser') || (await isProven(adapter, owner))) return;
  const { provider, providerAccountId } = account;
  const proof = { provider, providerAccountId };
  if (await adapter.addToUser({ user: owner, proof })) return;
  throw new UserChanged('the user has changed since the provider vouched for the address');
}
