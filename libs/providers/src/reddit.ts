import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { readJson, userinfoUrl } from './read-json.js';

/** The members of the userinfo response that are used. */
export interface RedditProfile {
  id?: string;
  name?: string;
}

/**
 * Sign-in with Reddit, which returns no email address. To get a refresh token, set
 * `duration: 'permanent'` in `authorization.params`.
 * @see https://github.com/reddit-archive/reddit/wiki/OAuth2
 */
export function Reddit(options: OAuthUserConfig<RedditProfile> = {}): OAuthConfig<RedditProfile> {
  return OAuth<RedditProfile>({
    id: 'reddit',
    name: 'Reddit',
    authorization: {
      url: 'https://www.reddit.com/api/v1/authorize',
      params: { scope: 'identity' },
    },
    token: 'https://www.reddit.com/api/v1/access_token',
    userinfo: {
      url: 'https://oauth.reddit.com/api/v1/me',
      request: (context) => readJson(context, userinfoUrl(context)),
    },
    checks: ['state'],
    profile: ({ id, name }) => ({ id: accountId(id), name }),
    verifiedEmail: false,
    style: brand('#ff4500'),
    options,
  });
}
