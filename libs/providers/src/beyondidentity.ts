import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with Beyond Identity. The issuer contains the tenant, the realm and the application.
 * @see https://developer.beyondidentity.com/
 */
export function BeyondIdentity(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'beyondidentity',
    name: 'Beyond Identity',
    style: brand('#5077c5'),
    options,
  });
}
