import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { readJson, userinfoUrl } from './read-json.js';

/** The members of the userinfo response that are used. */
export interface KakaoProfile {
  id?: number;
  kakao_account?: {
    email?: string;
    is_email_valid?: boolean;
    is_email_verified?: boolean;
    profile?: { nickname?: string; profile_image_url?: string };
  };
  email?: string;
  email_verified?: boolean;
}

/**
 * Sign-in with Kakao. The returned data is configured in its console; email addresses require an
 * approval.
 * @see https://developers.kakao.com/docs/latest/en/kakaologin/rest-api
 */
export function Kakao(options: OAuthUserConfig<KakaoProfile> = {}): OAuthConfig<KakaoProfile> {
  return OAuth<KakaoProfile>({
    id: 'kakao',
    name: 'Kakao',
    authorization: { url: 'https://kauth.kakao.com/oauth/authorize', params: { scope: '' } },
    token: 'https://kauth.kakao.com/oauth/token',
    userinfo: {
      url: 'https://kapi.kakao.com/v2/user/me',
      request: async (context) =>
        vouchedFor(await readJson<KakaoProfile>(context, userinfoUrl(context))),
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, kakao_account }) => ({
      id: accountId(id),
      name: kakao_account?.profile?.nickname,
      email: kakao_account?.email,
      image: kakao_account?.profile?.profile_image_url,
    }),
    style: brand('#fee500'),
    options,
  });
}

/**
 * Copies the address and its verification to the members that account linking reads. Kakao still
 * returns an address that was moved to another account, but marks it as invalid.
 */
function vouchedFor(profile: KakaoProfile): KakaoProfile {
  const { email, is_email_valid, is_email_verified } = profile.kakao_account ?? {};
  if (is_email_valid === undefined && is_email_verified === undefined) return profile;
  const isVerified = is_email_valid !== false && is_email_verified === true;
  return { ...profile, email, email_verified: isVerified };
}
