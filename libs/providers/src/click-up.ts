import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { repairTokenResponse } from './repair-token-response.js';

/** The members of the userinfo response that are used. */
export interface ClickUpProfile {
  user?: { id?: number; username?: string; email?: string; profilePicture?: string | null };
}

/**
 * Sign-in with ClickUp, which has no scopes; users choose workspaces instead.
 * @see https://developer.clickup.com/docs/authentication
 */
export function ClickUp(
  options: OAuthUserConfig<ClickUpProfile> = {},
): OAuthConfig<ClickUpProfile> {
  return OAuth<ClickUpProfile>({
    id: 'click-up',
    name: 'ClickUp',
    authorization: { url: 'https://app.clickup.com/api', params: { scope: '' } },
    token: { url: 'https://api.clickup.com/api/v2/oauth/token', conform: repairTokenResponse },
    userinfo: 'https://api.clickup.com/api/v2/user',
    checks: ['state'],
    profile: ({ user }) => ({
      id: accountId(user?.id),
      name: user?.username,
      email: user?.email,
      image: user?.profilePicture,
    }),
    verifiedEmail: false,
    style: brand('#7b68ee'),
    options,
  });
}
