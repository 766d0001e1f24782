import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { repairTokenResponse } from './repair-token-response.js';

/** The members of the userinfo response that are used. */
export interface InstagramProfile {
  id?: string;
  username?: string;
}

/**
 * Sign-in with Instagram. Meta shut down this API, Basic Display, in December 2024; the remaining
 * APIs return no email address.
 * @see https://developers.facebook.com/docs/instagram-platform/
 */
export function Instagram(
  options: OAuthUserConfig<InstagramProfile> = {},
): OAuthConfig<InstagramProfile> {
  return OAuth<InstagramProfile>({
    id: 'instagram',
    name: 'Instagram',
    authorization: {
      url: 'https://api.instagram.com/oauth/authorize',
      params: { scope: 'user_profile' },
    },
    token: { url: 'https://api.instagram.com/oauth/access_token', conform: repairTokenResponse },
    userinfo: {
      url: 'https://graph.instagram.com/me',
      params: { fields: 'id,username,account_type,name' },
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, username }) => ({ id: accountId(id), name: username }),
    verifiedEmail: false,
    style: brand('#e4405f'),
    options,
  });
}
