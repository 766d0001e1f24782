import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { readJson, userinfoUrl } from './read-json.js';

/** The members of the userinfo response that are used. */
export interface PatreonProfile {
  data?: {
    id?: string;
    attributes?: {
      full_name?: string;
      email?: string;
      is_email_verified?: boolean;
      image_url?: string;
    };
  };
  email?: string;
  email_verified?: boolean;
}

/**
 * Sign-in with Patreon.
 * @see https://docs.patreon.com/#oauth
 */
export function Patreon(
  options: OAuthUserConfig<PatreonProfile> = {},
): OAuthConfig<PatreonProfile> {
  return OAuth<PatreonProfile>({
    id: 'patreon',
    name: 'Patreon',
    authorization: {
      url: 'https://www.patreon.com/oauth2/authorize',
      params: { scope: 'identity identity[email]' },
    },
    token: 'https://www.patreon.com/api/oauth2/token',
    userinfo: {
      url: 'https://www.patreon.com/api/oauth2/api/current_user',
      request: async (context) => {
        const profile = await readJson<PatreonProfile>(context, userinfoUrl(context));
        const { email, is_email_verified } = profile.data?.attributes ?? {};
        // The members that account linking reads.
        return { ...profile, email, email_verified: is_email_verified };
      },
    },
    profile: ({ data }) => ({
      id: accountId(data?.id),
      name: data?.attributes?.full_name,
      email: data?.attributes?.email,
      image: data?.attributes?.image_url,
    }),
    style: brand('#ff424d'),
    options,
  });
}
