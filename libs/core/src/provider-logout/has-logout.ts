import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';

/** Whether signing out may lead to a provider. */
export function hasLogout({ providers }: ResolvedAuthConfig): boolean {
  return [...providers.values()].some(
    (provider) => 'logout' in provider && provider.logout !== undefined,
  );
}
