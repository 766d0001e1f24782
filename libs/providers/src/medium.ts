import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface MediumProfile {
  data?: { id?: string; name?: string; imageUrl?: string };
}

/**
 * Sign-in with Medium, which returns no email address.
 * @see https://github.com/Medium/medium-api-docs
 */
export function Medium(options: OAuthUserConfig<MediumProfile> = {}): OAuthConfig<MediumProfile> {
  return OAuth<MediumProfile>({
    id: 'medium',
    name: 'Medium',
    authorization: {
      url: 'https://medium.com/m/oauth/authorize',
      params: { scope: 'basicProfile' },
    },
    token: 'https://api.medium.com/v1/tokens',
    userinfo: 'https://api.medium.com/v1/me',
    profile: ({ data }) => ({ id: accountId(data?.id), name: data?.name, image: data?.imageUrl }),
    verifiedEmail: false,
    style: brand('#000000'),
    options,
  });
}
