import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with United Effects Auth. The issuer contains the group of users:
 * `https://auth.unitedeffects.com/<group>`.
 * @see https://docs.unitedeffects.com/
 */
export function UnitedEffects(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'united-effects',
    name: 'United Effects',
    authorization: { params: { scope: 'openid email profile', resource: '{issuer}' } },
    style: brand('#2b3a67'),
    options,
  });
}
