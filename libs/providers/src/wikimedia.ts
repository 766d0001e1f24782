import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { readJson, userinfoUrl } from './read-json.js';

/** The members of the userinfo response that are used. */
export interface WikimediaProfile {
  sub?: number | string;
  username?: string;
  email?: string;
  confirmed_email?: boolean;
  email_verified?: boolean;
}

/**
 * Sign-in with Wikimedia, including accounts of Wikipedia. The requested data is configured in the
 * registration of the application.
 * @see https://www.mediawiki.org/wiki/OAuth/For_Developers
 */
export function Wikimedia(
  options: OAuthUserConfig<WikimediaProfile> = {},
): OAuthConfig<WikimediaProfile> {
  return OAuth<WikimediaProfile>({
    id: 'wikimedia',
    name: 'Wikimedia',
    authorization: {
      url: 'https://meta.wikimedia.org/w/rest.php/oauth2/authorize',
      params: { scope: '' },
    },
    token: 'https://meta.wikimedia.org/w/rest.php/oauth2/access_token',
    userinfo: {
      url: 'https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile',
      request: async (context) => {
        const user = await readJson<WikimediaProfile>(context, userinfoUrl(context));
        return { ...user, email_verified: user.confirmed_email };
      },
    },
    profile: ({ sub, username, email }) => ({ id: accountId(sub), name: username, email }),
    style: brand('#006699'),
    options,
  });
}
