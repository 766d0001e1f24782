import { randomUUID } from 'node:crypto';
import type { AdapterUser } from '../adapter/adapter.port.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { Account } from '../model/account.js';
import type { VerifiedIdentity } from './sign-in-flow.port.js';

/** A user as it is stored at the first sign-in. @see wire contract 7.6 */
export function newUser({ user }: VerifiedIdentity): AdapterUser {
  const { name, email, image, ...own } = user;
  return {
    ...own,
    id: user.id ?? randomUUID(),
    name: name ?? null,
    email: email ?? '',
    image: image ?? null,
    emailVerified: null,
  };
}

/**
 * What is stored of an account, with the proof of its owner's address where there is a column for
 * it: what a provider says of another address proves nothing. @see security bar A25
 */
export function toStored(
  adapter: CompleteAdapter,
  identity: VerifiedIdentity,
  owner: Pick<AdapterUser, 'email'>,
): Account {
  const { address, user } = identity;
  const isOwners = user.email?.toLowerCase() === owner.email.toLowerCase();
  const verified = adapter.columns.has('accounts.emailVerified')
    ? { emailVerified: address === 'verified' && isOwners }
    : {};
  return { ...(identity.stored ?? identity.account), ...verified };
}

/** Who has the address that the provider tells. */
export async function ownerOfAddress(
  adapter: CompleteAdapter,
  { user: { email } }: VerifiedIdentity,
): Promise<AdapterUser | null> {
  return email ? adapter.getUserByEmail(email) : null;
}
