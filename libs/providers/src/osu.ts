import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface OsuProfile {
  id?: number;
  username?: string;
  avatar_url?: string;
}

/**
 * Sign-in with osu!, which returns no email address.
 * @see https://osu.ppy.sh/docs/#authentication
 */
export function Osu(options: OAuthUserConfig<OsuProfile> = {}): OAuthConfig<OsuProfile> {
  return OAuth<OsuProfile>({
    id: 'osu',
    name: 'osu!',
    authorization: { url: 'https://osu.ppy.sh/oauth/authorize', params: { scope: 'identify' } },
    token: 'https://osu.ppy.sh/oauth/token',
    userinfo: 'https://osu.ppy.sh/api/v2/me',
    profile: ({ id, username, avatar_url }) => ({
      id: accountId(id),
      name: username,
      image: avatar_url,
    }),
    verifiedEmail: false,
    style: brand('#e7659f'),
    options,
  });
}
