import { randomUUID } from 'node:crypto';
import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { addressToStore, userOfAddress } from '../adapter/user-of-address.js';
import type { Account } from '../model/account.js';
import { isSameAddress } from '../model/is-same-address.js';
import { storablePicture, storableText } from '../model/storable-text.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';

/** Returns the user to store at the first sign-in. @see docs/design/wire-contract.md 7.6 */
export function newUser({ user }: VerifiedIdentity): AdapterUser {
  const { name, email, image, ...own } = user;
  return {
    ...Object.fromEntries(
      Object.entries(own).map(([member, value]) => [member, storableOf(value)]),
    ),
    id: user.id ?? randomUUID(),
    name: storableText(name),
    email: addressToStore(storableText(email) ?? ''),
    image: storablePicture(image),
    emailVerified: null,
  };
}

/** A member of the application's own, such as a locale. */
function storableOf(value: unknown): unknown {
  return typeof value === 'string' ? storableText(value) : value;
}

/**
 * Returns the part of an account that is stored. If there are columns for it, that includes the time,
 * and whether the provider verified the owner's address: null if it does not say. What it states
 * about another address proves nothing.
 * @see docs/design/security-bar.md A25
 */
export function toStored(
  adapter: CompleteAdapter,
  identity: VerifiedIdentity,
  owner: Pick<AdapterUser, 'email'>,
): Account {
  const { address, user } = identity;
  const isOwners = typeof user.email === 'string' && isSameAddress(owner.email, user.email);
  const reported = { verified: true, unverified: false, unknown: null }[address ?? 'unknown'];
  const verified = adapter.columns.has('accounts.emailVerified')
    ? { emailVerified: isOwners ? reported : false }
    : {};
  const linked = adapter.columns.has('accounts.linkedAt') ? { linkedAt: new Date() } : {};
  return { ...(identity.stored ?? identity.account), ...verified, ...linked };
}

/** Finds the user with the address that the provider or the application reports. */
export function ownerOfAddress(
  adapter: CompleteAdapter,
  { user: { email } }: VerifiedIdentity,
): Promise<AdapterUser | null> {
  return userOfAddress(adapter, email);
}

/**
 * Finds the user that an account belongs to. The stored account is compared again, since a
 * collation may match another subject. If the adapter has no `getAccount`, it is not compared.
 */
export async function ownerOfAccount(
  adapter: CompleteAdapter,
  { provider, providerAccountId }: Account,
): Promise<AdapterUser | null> {
  const user = await adapter.getUserByAccount({ provider, providerAccountId });
  if (!user || !adapter.has('getAccount')) return user;
  const stored = await adapter.getAccount(providerAccountId, provider);
  const isAnother =
    stored && (stored.provider !== provider || stored.providerAccountId !== providerAccountId);
  return isAnother ? null : user;
}
