import { AuthError } from '../errors/auth.error.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';

/**
 * Refuses a person of a tenant that is not on the list.
 * @param claims - of the ID token, verified: its issuer is the tenant's
 * @see docs/design/security-bar.md A40
 */
export function assertTenant(
  { tenants }: Pick<ResolvedOAuthProvider, 'tenants'>,
  { tid }: Readonly<Record<string, unknown>>,
): void {
  if (!tenants) return;
  if (typeof tid !== 'string' || !tenants.has(tid.toLowerCase())) {
    throw new AuthError('the tenant of the ID token is not listed in `tenants` of the provider');
  }
}
