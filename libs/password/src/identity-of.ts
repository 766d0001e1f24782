import { type AdapterUser, InvalidProvider } from '@authnest/core';
import type { ActionContext, VerifiedIdentity } from '@authnest/core/feature';
import { PROVIDER } from './settings.js';

/**
 * Returns the identity of a user who has proven a password or, at registration, the mailbox. It has
 * all columns: callbacks decide by those of the application, such as whether somebody is banned.
 */
export function identityOf(user: AdapterUser): VerifiedIdentity {
  return {
    user: { ...user },
    account: { provider: PROVIDER, providerAccountId: user.id, type: 'credentials' },
    address: user.emailVerified ? 'verified' : 'unverified',
  };
}

/** Makes the context one of the provider, whose path has other endpoints. */
export function withProvider(ctx: ActionContext): ActionContext {
  const provider = ctx.config.providers.get(PROVIDER);
  if (!provider) throw new InvalidProvider('the configuration lists no `Password()`');
  return Object.assign(ctx, { provider });
}
