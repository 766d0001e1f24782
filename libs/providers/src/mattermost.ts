import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { fullName } from './full-name.js';

/** The members of the userinfo response that are used. */
export interface MattermostProfile {
  id?: string;
  username?: string;
  first_name?: string;
  last_name?: string;
  email?: string;
}

/**
 * Sign-in with Mattermost, which has no scopes. The issuer is the URL of your server.
 * @see https://developers.mattermost.com/integrate/apps/authentication/oauth2/
 */
export function Mattermost(
  options: OAuthUserConfig<MattermostProfile> = {},
): OAuthConfig<MattermostProfile> {
  return OAuth<MattermostProfile>({
    id: 'mattermost',
    name: 'Mattermost',
    authorization: { url: '{issuer}/oauth/authorize', params: { scope: '' } },
    token: '{issuer}/oauth/access_token',
    userinfo: '{issuer}/api/v4/users/me',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, username, first_name, last_name, email }) => ({
      id: accountId(id),
      name: username ?? fullName(first_name, last_name),
      email,
    }),
    style: brand('#1e325c'),
    options,
  });
}
