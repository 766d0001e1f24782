import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with Passage by 1Password.
 * @see https://docs.passage.id/
 */
export function Passage(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'passage',
    name: 'Passage',
    client: { token_endpoint_auth_method: 'client_secret_basic' },
    style: brand('#3d53f6'),
    options,
  });
}
