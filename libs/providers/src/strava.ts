import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { fullName } from './full-name.js';

/** The members of the userinfo response that are used. */
export interface StravaProfile {
  id?: number;
  firstname?: string;
  lastname?: string;
  profile?: string;
}

/**
 * Sign-in with Strava, which returns no email address. Its scopes are separated by commas.
 * @see https://developers.strava.com/docs/authentication/
 */
export function Strava(options: OAuthUserConfig<StravaProfile> = {}): OAuthConfig<StravaProfile> {
  return OAuth<StravaProfile>({
    id: 'strava',
    name: 'Strava',
    authorization: {
      url: 'https://www.strava.com/api/v3/oauth/authorize',
      params: { approval_prompt: 'auto', scope: 'read' },
    },
    token: 'https://www.strava.com/api/v3/oauth/token',
    userinfo: 'https://www.strava.com/api/v3/athlete',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, firstname, lastname, profile }) => ({
      id: accountId(id),
      name: fullName(firstname, lastname),
      image: profile,
    }),
    verifiedEmail: false,
    style: brand('#fc4c02'),
    options,
  });
}
