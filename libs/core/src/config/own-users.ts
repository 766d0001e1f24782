import { CredentialsSignin } from '../errors/sign-in.errors.js';
import type { ResolvedAuthConfig } from './resolved-auth-config.js';

type Configured = Pick<ResolvedAuthConfig, 'adapter' | 'providers'>;

/** Whether a provider finds users in a list of the application, beside those of the adapter. */
export function hasOwnUsers({ adapter, providers }: Configured, providerId: string): boolean {
  const provider = providers.get(providerId);
  return adapter !== undefined && provider?.type === 'credentials' && !provider.usersOfAdapter;
}

/**
 * Returns the error for a user of the adapter whom it does not have: deleted while `authorize`
 * checked the password, and not to be stored again.
 * @see docs/design/security-bar.md ID22
 */
export function notStored(): CredentialsSignin {
  return new CredentialsSignin(
    'the adapter has no user with the id that authorize returned, although `usersOfAdapter` is set',
  );
}

/** Returns the ids of all such providers. */
export function ownUserProviders(config: Configured): string[] {
  return [...config.providers.keys()].filter((id) => hasOwnUsers(config, id));
}
