import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Auth0. The issuer is the tenant's domain, or your own one. `organization` in
 * `authorization.params`, an id or a name, lets in the people of one organization.
 * @see https://auth0.com/docs/authenticate
 */
export function Auth0(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'auth0',
    name: 'Auth0',
    restrictions: { organization: isOfOrganization },
    style: brand('#eb5424'),
    options,
  });
}

/** @see https://auth0.com/docs/manage-users/organizations/using-tokens */
function isOfOrganization(claims: Readonly<Record<string, unknown>>, wanted: string): boolean {
  if (wanted.startsWith('org_')) return claims['org_id'] === wanted;
  return claims['org_name'] === wanted.toLowerCase();
}
