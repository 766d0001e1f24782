import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface PipedriveProfile {
  data?: { id?: number; name?: string; email?: string; icon_url?: string | null };
}

/**
 * Sign-in with Pipedrive. Scopes are configured in the registration of the application.
 * @see https://pipedrive.readme.io/docs/marketplace-oauth-authorization
 */
export function Pipedrive(
  options: OAuthUserConfig<PipedriveProfile> = {},
): OAuthConfig<PipedriveProfile> {
  return OAuth<PipedriveProfile>({
    id: 'pipedrive',
    name: 'Pipedrive',
    authorization: { url: 'https://oauth.pipedrive.com/oauth/authorize', params: { scope: '' } },
    token: 'https://oauth.pipedrive.com/oauth/token',
    userinfo: 'https://api.pipedrive.com/users/me',
    profile: ({ data }) => ({
      id: accountId(data?.id),
      name: data?.name,
      email: data?.email,
      image: data?.icon_url,
    }),
    verifiedEmail: false,
    style: brand('#017737'),
    options,
  });
}
