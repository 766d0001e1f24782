import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { MARKS } from './marks.js';

/** The members of the userinfo response that are used. */
export interface FacebookProfile {
  id?: string;
  name?: string;
  email?: string;
  picture?: { data?: { url?: string } };
}

/**
 * Sign-in with Facebook. Users who registered with a telephone number have no email address.
 * @see https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 */
export function Facebook(
  options: OAuthUserConfig<FacebookProfile> = {},
): OAuthConfig<FacebookProfile> {
  return OAuth<FacebookProfile>({
    id: 'facebook',
    name: 'Facebook',
    authorization: {
      url: 'https://www.facebook.com/v19.0/dialog/oauth',
      params: { scope: 'email' },
    },
    token: 'https://graph.facebook.com/oauth/access_token',
    userinfo: { url: 'https://graph.facebook.com/me', params: { fields: 'id,name,email,picture' } },
    profile: ({ id, name, email, picture }) => ({
      id: accountId(id),
      name,
      email,
      image: picture?.data?.url,
    }),
    verifiedEmail: false,
    style: brand('#1877f2', MARKS.facebook),
    options,
  });
}
