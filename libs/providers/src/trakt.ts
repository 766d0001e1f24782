import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { readJson, userinfoUrl } from './read-json.js';

/** What the userinfo endpoint tells, as far as it is read. */
export interface TraktProfile {
  ids?: { slug?: string };
  name?: string;
  images?: { avatar?: { full?: string } };
}

/**
 * Trakt. It knows no scopes and tells no address; the id is the name in the person's URL.
 * @see https://trakt.docs.apiary.io/#reference/authentication-oauth
 */
export function Trakt(options: OAuthUserConfig<TraktProfile> = {}): OAuthConfig<TraktProfile> {
  return OAuth<TraktProfile>({
    id: 'trakt',
    name: 'Trakt',
    authorization: { url: 'https://trakt.tv/oauth/authorize', params: { scope: '' } },
    token: 'https://api.trakt.tv/oauth/token',
    userinfo: {
      url: 'https://api.trakt.tv/users/me?extended=full',
      request: (context) => {
        const key = context.provider.clientId;
        const headers = { 'trakt-api-version': '2', 'trakt-api-key': key };
        return readJson(context, userinfoUrl(context), { headers });
      },
    },
    profile: ({ ids, name, images }) => ({
      id: accountId(ids?.slug),
      name,
      image: images?.avatar?.full,
    }),
    style: brand('#ed2224', 'Tk'),
    options,
  });
}
