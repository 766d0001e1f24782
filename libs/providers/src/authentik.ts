import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with Authentik. The issuer is `https://<host>/application/o/<slug>/`; the trailing slash
 * is required.
 * @see https://docs.goauthentik.io/add-secure-apps/providers/oauth2/
 */
export function Authentik(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'authentik',
    name: 'Authentik',
    style: brand('#fd4b2d'),
    options,
  });
}
