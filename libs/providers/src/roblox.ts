import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with Roblox, which returns no email address.
 * @see https://create.roblox.com/docs/cloud/auth/oauth2-reference
 */
export function Roblox(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'roblox',
    name: 'Roblox',
    issuer: 'https://apis.roblox.com/oauth/',
    logoutDefaults: 'unsupported',
    authorization: { params: { scope: 'openid profile' } },
    checks: ['pkce', 'state'],
    verifiedEmail: false,
    style: brand('#335fff'),
    options,
  });
}
