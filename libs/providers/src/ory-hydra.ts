import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Ory Hydra. The issuer is the public address of your server. Its variables are `AUTH_HYDRA_…`.
 * @see https://www.ory.sh/docs/hydra/
 */
export function OryHydra(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'hydra',
    name: 'Hydra',

    style: brand('#5528ff'),
    options,
  });
}
