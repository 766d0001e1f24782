import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { readJson, userinfoUrl } from './read-json.js';

/** The members of the userinfo response that are used. */
export interface TraktProfile {
  ids?: { uuid?: string };
  name?: string;
  images?: { avatar?: { full?: string } };
}

/** The userinfo response. */
interface TraktSettings {
  user?: TraktProfile;
}

/**
 * Sign-in with Trakt, which has no scopes and returns no email address. Accounts are identified by
 * the UUID, not by the name in the user's URL, which can be reassigned to another user.
 * @see https://trakt.docs.apiary.io/#reference/authentication-oauth
 */
export function Trakt(options: OAuthUserConfig<TraktProfile> = {}): OAuthConfig<TraktProfile> {
  return OAuth<TraktProfile>({
    id: 'trakt',
    name: 'Trakt',
    authorization: { url: 'https://trakt.tv/oauth/authorize', params: { scope: '' } },
    token: 'https://api.trakt.tv/oauth/token',
    userinfo: {
      url: 'https://api.trakt.tv/users/settings?extended=full',
      request: async (context) => {
        const key = context.provider.clientId;
        const headers = { 'trakt-api-version': '2', 'trakt-api-key': key };
        const settings = await readJson<TraktSettings>(context, userinfoUrl(context), { headers });
        return settings.user ?? {};
      },
    },
    profile: ({ ids, name, images }) => ({
      id: accountId(ids?.uuid),
      name,
      image: images?.avatar?.full,
    }),
    verifiedEmail: false,
    style: brand('#ed2224'),
    options,
  });
}
