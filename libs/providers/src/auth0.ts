import { type LogoutOptions, OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

export interface Auth0Options extends Omit<OIDCOptions, 'logout'> {
  /**
   * Set `legacy` for tenants whose metadata contains no end session endpoint: by default, those
   * created before 14 November 2023. @default false
   */
  logout?: boolean | LogoutOptions | 'legacy';
}

/** @see https://auth0.com/docs/api/authentication/logout/auth-0-logout */
const LEGACY_LOGOUT: LogoutOptions = {
  url: '{issuer}/v2/logout',
  redirectParam: 'returnTo',
  hint: 'none',
};

/**
 * Sign-in with Auth0. The issuer is the domain of your tenant, or your custom domain. To admit only
 * members of one organization, set `organization` (an id or a name) in `authorization.params`.
 * @see https://auth0.com/docs/authenticate
 */
export function Auth0({ logout, ...options }: Auth0Options = {}): OIDCConfig {
  return OIDC({
    id: 'auth0',
    name: 'Auth0',
    restrictions: { organization: isOfOrganization },
    style: brand('#eb5424'),
    options: { ...options, logout: logout === 'legacy' ? { ...LEGACY_LOGOUT } : logout },
  });
}

/** @see https://auth0.com/docs/manage-users/organizations/using-tokens */
function isOfOrganization(claims: Readonly<Record<string, unknown>>, wanted: string): boolean {
  if (wanted.startsWith('org_')) return claims['org_id'] === wanted;
  return claims['org_name'] === wanted.toLowerCase();
}
