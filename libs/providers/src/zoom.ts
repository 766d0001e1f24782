import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { fullName } from './full-name.js';
import { readJson, userinfoUrl } from './read-json.js';

/** The members of the userinfo response that are used. */
export interface ZoomProfile {
  id?: string;
  first_name?: string;
  last_name?: string;
  email?: string;
  pic_url?: string;
  /** 1 if the email address is verified. */
  verified?: number;
  email_verified?: boolean;
}

/**
 * Sign-in with Zoom. Scopes are configured in the registration of the application.
 * @see https://developers.zoom.us/docs/integrations/oauth/
 */
export function Zoom(options: OAuthUserConfig<ZoomProfile> = {}): OAuthConfig<ZoomProfile> {
  return OAuth<ZoomProfile>({
    id: 'zoom',
    name: 'Zoom',
    authorization: { url: 'https://zoom.us/oauth/authorize', params: { scope: '' } },
    token: 'https://zoom.us/oauth/token',
    userinfo: {
      url: 'https://api.zoom.us/v2/users/me',
      request: async (context) => {
        const user = await readJson<ZoomProfile>(context, userinfoUrl(context));
        return {
          ...user,
          email_verified: user.verified === undefined ? undefined : user.verified === 1,
        };
      },
    },
    profile: ({ id, first_name, last_name, email, pic_url }) => ({
      id: accountId(id),
      name: fullName(first_name, last_name),
      email,
      image: pic_url,
    }),
    style: brand('#0b5cff'),
    options,
  });
}
