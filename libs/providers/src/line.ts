import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * LINE. Its ID tokens are signed with the client secret; LINE must have permitted your channel to
 * request addresses.
 * @see https://developers.line.biz/en/docs/line-login/integrate-line-login/
 */
export function LINE(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'line',
    name: 'LINE',
    issuer: 'https://access.line.me',
    logoutDefaults: 'unsupported',
    client: { id_token_signed_response_alg: 'HS256' },
    checks: ['pkce', 'state'],
    verifiedEmail: false,
    style: brand('#06c755'),
    options,
  });
}
