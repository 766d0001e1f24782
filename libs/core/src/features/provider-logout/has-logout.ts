import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';

/** Whether a sign-out may redirect to a provider. */
export function hasLogout({ providers }: ResolvedAuthConfig): boolean {
  return [...providers.values()].some(
    (provider) => 'logout' in provider && provider.logout !== undefined,
  );
}

/** Whether a provider may end sessions here. */
export function hasNotices({ providerNotices }: ResolvedAuthConfig): boolean {
  return providerNotices === 'on';
}

/** Whether this provider may end sessions here. */
export function takesNotices({ providers }: ResolvedAuthConfig, providerId = ''): boolean {
  const provider = providers.get(providerId);
  return provider !== undefined && 'backchannelLogout' in provider
    ? provider.backchannelLogout !== undefined
    : false;
}
