import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { repairTokenResponse } from './repair-token-response.js';

/** The members of a user that are used. */
export interface ThreadsUser {
  id?: string;
  username?: string;
  threads_profile_picture_url?: string;
}

/** The userinfo response: the user at the top level, or in `data`. */
export interface ThreadsProfile extends ThreadsUser {
  data?: ThreadsUser;
}

/**
 * Sign-in with Threads, which returns no email address. Its access tokens are valid for an hour.
 * @see https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions
 */
export function Threads(
  options: OAuthUserConfig<ThreadsProfile> = {},
): OAuthConfig<ThreadsProfile> {
  return OAuth<ThreadsProfile>({
    id: 'threads',
    name: 'Threads',
    authorization: {
      url: 'https://threads.net/oauth/authorize',
      params: { scope: 'threads_basic' },
    },
    token: { url: 'https://graph.threads.net/oauth/access_token', conform: repairTokenResponse },
    userinfo: {
      url: 'https://graph.threads.net/v1.0/me',
      params: { fields: 'id,username,threads_profile_picture_url' },
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    checks: ['state'],
    profile: (profile) => {
      const { id, username, threads_profile_picture_url } = profile.data ?? profile;
      return { id: accountId(id), name: username, image: threads_profile_picture_url };
    },
    verifiedEmail: false,
    style: brand('#000000'),
    options,
  });
}
