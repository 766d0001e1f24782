import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with Ory Hydra. The issuer is the public URL of your server. The environment variables
 * begin with `AUTH_HYDRA_`.
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
