import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface DribbbleProfile {
  id?: number;
  name?: string;
  email?: string;
  avatar_url?: string;
}

export interface DribbbleOptions extends OAuthUserConfig<DribbbleProfile> {
  /** `public`, or `public upload`. @default none, which means `public` */
  scope?: string;
}

/**
 * Sign-in with Dribbble.
 * @see https://developer.dribbble.com/v2/oauth/
 */
export function Dribbble(options: DribbbleOptions = {}): OAuthConfig<DribbbleProfile> {
  const { scope = '' } = options;
  return OAuth<DribbbleProfile>({
    id: 'dribbble',
    name: 'Dribbble',
    authorization: { url: 'https://dribbble.com/oauth/authorize', params: { scope } },
    token: 'https://dribbble.com/oauth/token',
    userinfo: 'https://api.dribbble.com/v2/user',
    profile: ({ id, name, email, avatar_url }) => ({
      id: accountId(id),
      name,
      email,
      image: avatar_url,
    }),
    verifiedEmail: false,
    style: brand('#ea4c89'),
    options,
  });
}
