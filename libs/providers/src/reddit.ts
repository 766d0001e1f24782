import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { readJson, userinfoUrl } from './read-json.js';

/** The members of the userinfo response that are read. */
export interface RedditProfile {
  id?: string;
  name?: string;
}

/**
 * Reddit. It returns no email address. `duration: 'permanent'` in `authorization.params` requests a
 * refresh token.
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
