import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** @see https://developer.box.com/reference/get-users-me */
export interface BoxProfile {
  id?: string;
  name?: string;
  login?: string;
  avatar_url?: string;
}

/**
 * Sign-in with Box. No scope is sent, which requests all scopes that the application is registered
 * for.
 * @see https://developer.box.com/guides/authentication/oauth2
 */
export function Box(options: OAuthUserConfig<BoxProfile> = {}): OAuthConfig<BoxProfile> {
  return OAuth<BoxProfile>({
    id: 'box',
    name: 'Box',
    authorization: {
      url: 'https://account.box.com/api/oauth2/authorize',
      params: { scope: '' },
    },
    token: 'https://api.box.com/oauth2/token',
    userinfo: 'https://api.box.com/2.0/users/me',
    profile: ({ id, name, login, avatar_url }) => ({
      id: accountId(id),
      name,
      email: login,
      image: avatar_url,
    }),
    verifiedEmail: false,
    style: brand('#0061d5'),
    options,
  });
}
