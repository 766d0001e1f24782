import type { ResolvedAuthConfig } from './resolved-auth-config.js';

type Configured = Pick<ResolvedAuthConfig, 'adapter' | 'providers'>;

/** Whether a provider finds users in a list of the application, beside those of the adapter. */
export function hasOwnUsers({ adapter, providers }: Configured, providerId: string): boolean {
  const provider = providers.get(providerId);
  return adapter !== undefined && provider?.type === 'credentials' && !provider.usersOfAdapter;
}

/** Returns the ids of all such providers. */
export function ownUserProviders(config: Configured): string[] {
  return [...config.providers.keys()].filter((id) => hasOwnUsers(config, id));
}
