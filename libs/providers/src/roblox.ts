import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Roblox. It tells no address.
 * @see https://create.roblox.com/docs/cloud/auth/oauth2-reference
 */
export function Roblox(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'roblox',
    name: 'Roblox',
    issuer: 'https://apis.roblox.com/oauth/',
    authorization: { params: { scope: 'openid profile' } },
    checks: ['pkce', 'state'],
    verifiedEmail: false,
    style: brand('#335fff'),
    options,
  });
}
