import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface SpotifyProfile {
  id?: string;
  display_name?: string | null;
  email?: string;
  images?: readonly { url?: string }[];
}

/**
 * Sign-in with Spotify, which does not verify email addresses.
 * @see https://developer.spotify.com/documentation/web-api/tutorials/code-flow
 */
export function Spotify(
  options: OAuthUserConfig<SpotifyProfile> = {},
): OAuthConfig<SpotifyProfile> {
  return OAuth<SpotifyProfile>({
    id: 'spotify',
    name: 'Spotify',
    authorization: {
      url: 'https://accounts.spotify.com/authorize',
      params: { scope: 'user-read-email' },
    },
    token: 'https://accounts.spotify.com/api/token',
    userinfo: 'https://api.spotify.com/v1/me',
    profile: ({ id, display_name, email, images }) => ({
      id: accountId(id),
      name: display_name,
      email,
      image: images?.[0]?.url,
    }),
    verifiedEmail: false,
    style: brand('#1db954'),
    options,
  });
}
