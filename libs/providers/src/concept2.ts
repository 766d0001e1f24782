import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface Concept2Profile {
  data?: { id?: number; username?: string; email?: string; profile_image?: string | null };
}

/**
 * Sign-in with the Concept2 logbook. Its scopes are separated by commas.
 * @see https://log.concept2.com/developers/documentation/
 */
export function Concept2(
  options: OAuthUserConfig<Concept2Profile> = {},
): OAuthConfig<Concept2Profile> {
  return OAuth<Concept2Profile>({
    id: 'concept2',
    name: 'Concept2',
    authorization: {
      url: 'https://log.concept2.com/oauth/authorize',
      params: { scope: 'user:read,results:write' },
    },
    token: 'https://log.concept2.com/oauth/access_token',
    userinfo: 'https://log.concept2.com/api/users/me',
    profile: ({ data }) => ({
      id: accountId(data?.id),
      name: data?.username,
      email: data?.email,
      image: data?.profile_image,
    }),
    verifiedEmail: false,
    style: brand('#0069b3'),
    options,
  });
}
