import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with IdentityServer 4. The issuer is the URL of your server.
 * @see https://identityserver4.readthedocs.io/
 */
export function IdentityServer4(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'identity-server4',
    name: 'IdentityServer4',
    style: brand('#2e8ed7'),
    options,
  });
}
