import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface FortyTwoProfile {
  id?: number;
  usual_full_name?: string;
  email?: string;
  image?: { link?: string | null };
}

/**
 * Sign-in with 42, the school.
 * @see https://api.intra.42.fr/apidoc/guides/web_application_flow
 */
export function FortyTwo(
  options: OAuthUserConfig<FortyTwoProfile> = {},
): OAuthConfig<FortyTwoProfile> {
  return OAuth<FortyTwoProfile>({
    id: '42-school',
    name: '42 School',
    authorization: { url: 'https://api.intra.42.fr/oauth/authorize', params: { scope: 'public' } },
    token: 'https://api.intra.42.fr/oauth/token',
    userinfo: 'https://api.intra.42.fr/v2/me',
    profile: ({ id, usual_full_name, email, image }) => ({
      id: accountId(id),
      name: usual_full_name,
      email,
      image: image?.link,
    }),
    verifiedEmail: false,
    style: brand('#000000'),
    options,
  });
}
