import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface MastodonProfile {
  id?: string;
  username?: string;
  display_name?: string;
  avatar_static?: string;
}

/**
 * Sign-in with Mastodon, which returns no email address. The issuer is the URL of an instance.
 * @see https://docs.joinmastodon.org/spec/oauth/
 */
export function Mastodon(
  options: OAuthUserConfig<MastodonProfile> = {},
): OAuthConfig<MastodonProfile> {
  return OAuth<MastodonProfile>({
    id: 'mastodon',
    name: 'Mastodon',
    authorization: { url: '{issuer}/oauth/authorize', params: { scope: 'read' } },
    token: '{issuer}/oauth/token',
    userinfo: '{issuer}/api/v1/accounts/verify_credentials',
    profile: ({ id, username, avatar_static }) => ({
      id: accountId(id),
      name: username,
      image: avatar_static,
    }),
    verifiedEmail: false,
    style: brand('#6364ff'),
    options,
  });
}
