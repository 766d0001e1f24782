import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface TwitterProfile {
  data?: {
    id?: string;
    name?: string;
    email?: string;
    /** Present if `user.fields` requests it and X has approved it. */
    confirmed_email?: string;
    profile_image_url?: string;
  };
}

/**
 * Sign-in with X, formerly Twitter. The scope `offline.access` requests a refresh token, which can
 * be used once. Email addresses require an approval by X.
 * @see https://docs.x.com/resources/fundamentals/authentication/oauth-2-0/authorization-code
 */
export function Twitter(
  options: OAuthUserConfig<TwitterProfile> = {},
): OAuthConfig<TwitterProfile> {
  return OAuth<TwitterProfile>({
    id: 'twitter',
    name: 'Twitter',
    authorization: {
      url: 'https://x.com/i/oauth2/authorize',
      params: { scope: 'users.read tweet.read offline.access' },
      longestState: 500,
    },
    token: 'https://api.x.com/2/oauth2/token',
    userinfo: {
      url: 'https://api.x.com/2/users/me',
      params: { 'user.fields': 'profile_image_url' },
    },
    checks: ['pkce', 'state'],
    profile: ({ data }) => ({
      id: accountId(data?.id),
      name: data?.name,
      email: data?.confirmed_email ?? data?.email,
      image: data?.profile_image_url,
    }),
    verifiedEmail: ({ data }) => data?.confirmed_email,
    style: brand('#000000'),
    options,
  });
}
