import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface NaverProfile {
  response?: { id?: string; nickname?: string; email?: string; profile_image?: string };
}

/**
 * Sign-in with Naver. The returned data is configured in the registration of the application.
 * @see https://developers.naver.com/docs/login/api/api.md
 */
export function Naver(options: OAuthUserConfig<NaverProfile> = {}): OAuthConfig<NaverProfile> {
  return OAuth<NaverProfile>({
    id: 'naver',
    name: 'Naver',
    authorization: { url: 'https://nid.naver.com/oauth2.0/authorize', params: { scope: '' } },
    token: 'https://nid.naver.com/oauth2.0/token',
    userinfo: 'https://openapi.naver.com/v1/nid/me',
    profile: ({ response }) => ({
      id: accountId(response?.id),
      name: response?.nickname,
      email: response?.email,
      image: response?.profile_image,
    }),
    verifiedEmail: false,
    style: brand('#03c75a'),
    options,
  });
}
