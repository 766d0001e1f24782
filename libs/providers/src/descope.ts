import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with Descope. The client id is the id of the project; the issuer is derived from it.
 * @see https://docs.descope.com/identity-federation/applications/oidc-apps
 */
export function Descope(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'descope',
    name: 'Descope',
    issuer: 'https://api.descope.com/{clientId}',
    checks: ['pkce', 'state'],
    style: brand('#1c1c23'),
    options,
  });
}
