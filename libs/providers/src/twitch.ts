import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';
import { repairTokenResponse } from './repair-token-response.js';

/**
 * Sign-in with Twitch. Each claim of the ID token has to be requested.
 * @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/
 */
export function Twitch(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'twitch',
    name: 'Twitch',
    issuer: 'https://id.twitch.tv/oauth2',
    logoutDefaults: 'unsupported',
    authorization: {
      params: {
        scope: 'openid user:read:email',
        claims: {
          id_token: {
            email: null,
            email_verified: null,
            picture: null,
            preferred_username: null,
          },
        },
      },
    },
    token: { conform: repairTokenResponse },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    style: brand('#9146ff'),
    options,
  });
}
