import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Auth0. The issuer is the tenant's domain, or your own one.
 * @see https://auth0.com/docs/authenticate
 */
export function Auth0(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({ id: 'auth0', name: 'Auth0', style: brand('#eb5424', 'A0'), options });
}
