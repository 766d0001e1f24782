import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with Duende IdentityServer 6. The issuer is the URL of your server.
 * @see https://docs.duendesoftware.com/identityserver/
 */
export function DuendeIdentityServer6(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'duende-identity-server6',
    name: 'DuendeIdentityServer6',
    style: brand('#2e8ed7'),
    options,
  });
}
