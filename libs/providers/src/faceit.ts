import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface FACEITProfile {
  guid?: string;
  name?: string;
  nickname?: string;
  email?: string;
  picture?: string;
}

/**
 * Sign-in with FACEIT. The requested data is configured in the registration of the application.
 * @see https://docs.faceit.com/getting-started/connect/
 */
export function FACEIT(options: OAuthUserConfig<FACEITProfile> = {}): OAuthConfig<FACEITProfile> {
  return OAuth<FACEITProfile>({
    id: 'faceit',
    name: 'FACEIT',
    authorization: {
      url: 'https://accounts.faceit.com/accounts',
      params: { redirect_popup: 'true', scope: '' },
    },
    token: 'https://api.faceit.com/auth/v1/oauth/token',
    userinfo: 'https://api.faceit.com/auth/v1/resources/userinfo',
    profile: ({ guid, name, nickname, email, picture }) => ({
      id: accountId(guid),
      name: name ?? nickname,
      email,
      image: picture,
    }),
    style: brand('#ff5500'),
    options,
  });
}
