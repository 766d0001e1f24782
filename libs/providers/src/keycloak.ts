import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with Keycloak. The issuer contains the realm: `https://<host>/realms/<realm>`.
 * @see https://www.keycloak.org/securing-apps/oidc-layers
 */
export function Keycloak(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'keycloak',
    name: 'Keycloak',
    style: brand('#4d4d4d'),
    options,
  });
}
