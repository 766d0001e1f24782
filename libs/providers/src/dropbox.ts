import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { readJson, userinfoUrl } from './read-json.js';

/** The members of the userinfo response that are used. */
export interface DropboxProfile {
  account_id?: string;
  name?: { display_name?: string };
  email?: string;
  email_verified?: boolean;
  profile_photo_url?: string;
}

/**
 * Sign-in with Dropbox. The parameter `token_access_type` requests a refresh token.
 * @see https://developers.dropbox.com/oauth-guide
 */
export function Dropbox(
  options: OAuthUserConfig<DropboxProfile> = {},
): OAuthConfig<DropboxProfile> {
  return OAuth<DropboxProfile>({
    id: 'dropbox',
    name: 'Dropbox',
    authorization: {
      url: 'https://www.dropbox.com/oauth2/authorize',
      params: { token_access_type: 'offline', scope: 'account_info.read' },
      longestState: 500,
    },
    token: 'https://api.dropboxapi.com/oauth2/token',
    userinfo: {
      url: 'https://api.dropboxapi.com/2/users/get_current_account',
      request: (context) => readJson(context, userinfoUrl(context), { method: 'POST' }),
    },
    profile: ({ account_id, name, email, profile_photo_url }) => ({
      id: accountId(account_id),
      name: name?.display_name,
      email,
      image: profile_photo_url,
    }),
    style: brand('#0061fe'),
    options,
  });
}
