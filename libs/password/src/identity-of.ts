import { type AdapterUser, InvalidProvider } from '@authnest/core';
import type { ActionContext, VerifiedIdentity } from '@authnest/core/feature';
import { PROVIDER } from './settings.js';

/** Returns the identity of a user who has proven a password or, at registration, the mailbox. */
export function identityOf(user: AdapterUser): VerifiedIdentity {
  const { id, name, email, image, emailVerified } = user;
  return {
    user: { id, name, email, image, emailVerified } as VerifiedIdentity['user'],
    account: { provider: PROVIDER, providerAccountId: id, type: 'credentials' },
    address: emailVerified ? 'verified' : 'unverified',
  };
}

/** Makes the context one of the provider, whose path has other endpoints. */
export function withProvider(ctx: ActionContext): ActionContext {
  const provider = ctx.config.providers.get(PROVIDER);
  if (!provider) throw new InvalidProvider('the configuration lists no `Password()`');
  return Object.assign(ctx, { provider });
}
