import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are read. */
export interface PinterestProfile {
  id?: string;
  username?: string;
  profile_image?: string;
}

/**
 * Pinterest. It returns no email address. The id is not the account name, which may
 * pass to another user.
 * @see https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/
 */
export function Pinterest(
  options: OAuthUserConfig<PinterestProfile> = {},
): OAuthConfig<PinterestProfile> {
  return OAuth<PinterestProfile>({
    id: 'pinterest',
    name: 'Pinterest',
    authorization: {
      url: 'https://www.pinterest.com/oauth',
      params: { scope: 'user_accounts:read' },
    },
    token: 'https://api.pinterest.com/v5/oauth/token',
    userinfo: 'https://api.pinterest.com/v5/user_account',
    profile: ({ id, username, profile_image }) => ({
      id: accountId(id),
      name: username,
      image: profile_image,
    }),
    verifiedEmail: false,
    style: brand('#e60023'),
    options,
  });
}
