import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with Okta. The issuer is your domain, or an authorization server such as
 * `https://<domain>/oauth2/default`.
 * @see https://developer.okta.com/docs/reference/api/oidc/
 */
export function Okta(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'okta',
    name: 'Okta',
    checks: ['pkce', 'state'],
    // If there is no hint, the endpoint shows an error and does not redirect.
    logoutDefaults: { request: ({ idToken, url }) => (idToken && url ? url : null) },
    style: brand('#007dc1'),
    options,
  });
}
