import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with Ping Identity. The issuer is `https://auth.pingone.<region>/<environment id>/as`.
 * @see https://docs.pingidentity.com/pingone/applications/p1_c_applications.html
 */
export function PingId(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'ping-id',
    name: 'Ping Identity',
    style: brand('#b3282d'),
    options,
  });
}
