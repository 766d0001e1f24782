import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with LINE, whose ID tokens are signed with the client secret. Your channel needs
 * permission from LINE to request email addresses.
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
