import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with Vipps MobilePay. The issuer of its test environment is
 * `https://apitest.vipps.no/access-management-1.0/access/`.
 * @see https://developer.vippsmobilepay.com/docs/APIs/login-api/
 */
export function Vipps(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'vipps',
    name: 'Vipps',
    issuer: 'https://api.vipps.no/access-management-1.0/access/',
    authorization: { params: { scope: 'openid name email' } },
    idToken: false,
    checks: ['pkce', 'state', 'nonce'],
    style: brand('#ff5b24'),
    options,
  });
}
