import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface NetlifyProfile {
  id?: string;
  full_name?: string;
  email?: string;
  avatar_url?: string;
}

/**
 * Sign-in with Netlify, which has no scopes.
 * @see https://docs.netlify.com/api/get-started/
 */
export function Netlify(
  options: OAuthUserConfig<NetlifyProfile> = {},
): OAuthConfig<NetlifyProfile> {
  return OAuth<NetlifyProfile>({
    id: 'netlify',
    name: 'Netlify',
    authorization: { url: 'https://app.netlify.com/authorize', params: { scope: '' } },
    token: 'https://api.netlify.com/oauth/token',
    userinfo: 'https://api.netlify.com/api/v1/user',
    profile: ({ id, full_name, email, avatar_url }) => ({
      id: accountId(id),
      name: full_name,
      email,
      image: avatar_url,
    }),
    verifiedEmail: false,
    style: brand('#00c7b7'),
    options,
  });
}
