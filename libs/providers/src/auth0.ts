import { type LogoutOptions, OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

export interface Auth0Options extends Omit<OIDCOptions, 'logout'> {
  /**
   * `legacy` is for tenants without an end session endpoint in their metadata: by default those from
   * before 14 November 2023. @default false
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
 * Auth0. The issuer is the tenant's domain, or your own one. `organization` in
 * `authorization.params`, an id or a name, admits only the members of one organization.
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
