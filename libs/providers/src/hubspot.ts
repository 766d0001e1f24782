import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { readJson, userinfoUrl } from './read-json.js';

/** The members of the token information that are used. */
export interface HubSpotProfile {
  user_id?: number;
  /** The email address. */
  user?: string;
}

/**
 * Sign-in with HubSpot, whose API expects the access token in the path.
 * @see https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/oauth/working-with-oauth
 */
export function HubSpot(
  options: OAuthUserConfig<HubSpotProfile> = {},
): OAuthConfig<HubSpotProfile> {
  return OAuth<HubSpotProfile>({
    id: 'hubspot',
    name: 'HubSpot',
    authorization: { url: 'https://app.hubspot.com/oauth/authorize', params: { scope: 'oauth' } },
    token: 'https://api.hubapi.com/oauth/v1/token',
    userinfo: {
      url: 'https://api.hubapi.com/oauth/v1/access-tokens',
      request: (context) =>
        readJson(
          context,
          `${userinfoUrl(context)}/${encodeURIComponent(String(context.tokens.access_token))}`,
        ),
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ user_id, user }) => ({ id: accountId(user_id), name: user, email: user }),
    verifiedEmail: false,
    style: brand('#ff7a59'),
    options,
  });
}
