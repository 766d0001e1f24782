import { AuthError } from '../errors/auth.error.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';

/**
 * Refuses a user from a tenant that is not listed.
 * @param claims - the verified claims of the ID token, whose issuer is that of the tenant
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
