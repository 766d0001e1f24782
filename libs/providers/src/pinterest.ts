import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface PinterestProfile {
  id?: string;
  username?: string;
  profile_image?: string;
}

/**
 * Sign-in with Pinterest, which returns no email address. Accounts are identified by the id, not by
 * the user name, which can be reassigned to another user.
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
