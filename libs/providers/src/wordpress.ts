import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface WordPressProfile {
  ID?: number;
  display_name?: string;
  email?: string;
  avatar_URL?: string;
}

/**
 * Sign-in with WordPress.com, but not with self-hosted WordPress sites.
 * @see https://developer.wordpress.com/docs/oauth2/
 */
export function WordPress(
  options: OAuthUserConfig<WordPressProfile> = {},
): OAuthConfig<WordPressProfile> {
  return OAuth<WordPressProfile>({
    id: 'wordpress',
    name: 'WordPress.com',
    authorization: {
      url: 'https://public-api.wordpress.com/oauth2/authorize',
      params: { scope: 'auth' },
    },
    token: 'https://public-api.wordpress.com/oauth2/token',
    userinfo: 'https://public-api.wordpress.com/rest/v1/me',
    profile: ({ ID, display_name, email, avatar_URL }) => ({
      id: accountId(ID),
      name: display_name,
      email,
      image: avatar_URL,
    }),
    style: brand('#21759b'),
    options,
  });
}
