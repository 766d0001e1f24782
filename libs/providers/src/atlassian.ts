import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface AtlassianProfile {
  account_id?: string;
  name?: string;
  email?: string;
  picture?: string;
}

/**
 * Sign-in with Atlassian, which does not support PKCE. The scope `offline_access` requests a
 * refresh token.
 * @see https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/
 */
export function Atlassian(
  options: OAuthUserConfig<AtlassianProfile> = {},
): OAuthConfig<AtlassianProfile> {
  return OAuth<AtlassianProfile>({
    id: 'atlassian',
    name: 'Atlassian',
    authorization: {
      url: 'https://auth.atlassian.com/authorize',
      params: { audience: 'api.atlassian.com', scope: 'read:me' },
    },
    token: 'https://auth.atlassian.com/oauth/token',
    userinfo: 'https://api.atlassian.com/me',
    checks: ['state'],
    profile: ({ account_id, name, email, picture }) => ({
      id: accountId(account_id),
      name,
      email,
      image: picture,
    }),
    style: brand('#0052cc'),
    options,
  });
}
