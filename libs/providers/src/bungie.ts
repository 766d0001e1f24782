import {
  AuthError,
  OAuth,
  type OAuthConfig,
  type OAuthUserConfig,
  type UserinfoContext,
} from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { readJson, userinfoUrl } from './read-json.js';

/** The members of the userinfo response that are used. */
export interface BungieProfile {
  Response?: {
    bungieNetUser?: { membershipId?: string; displayName?: string; profilePicturePath?: string };
  };
}

export interface BungieOptions extends OAuthUserConfig<BungieProfile> {
  /** API key, sent as `X-API-Key`. AUTH_BUNGIE_KEY is read only if `Bungie` is not called. */
  apiKey?: string;
}

const SITE = 'https://www.bungie.net';

/**
 * Sign-in with Bungie, which has no scopes and returns no email address. Its redirect URIs must use
 * https, so `http://localhost` does not work.
 * @see https://github.com/Bungie-net/api/wiki/OAuth-Documentation
 */
export function Bungie(options: BungieOptions = {}): OAuthConfig<BungieProfile> {
  const { apiKey } = options;
  return OAuth<BungieProfile>({
    id: 'bungie',
    name: 'Bungie',
    authorization: { url: `${SITE}/en/OAuth/Authorize`, params: { reauth: 'true', scope: '' } },
    token: `${SITE}/platform/app/oauth/token/`,
    userinfo: {
      url: `${SITE}/platform/User/GetBungieAccount`,
      request: (context) => readUser(context, apiKey),
    },
    profile: ({ Response: response }) => ({
      id: accountId(response?.bungieNetUser?.membershipId),
      name: response?.bungieNetUser?.displayName,
      image: imageUrl(response?.bungieNetUser?.profilePicturePath),
    }),
    verifiedEmail: false,
    style: brand('#0a0a0a'),
    options,
  });
}

/** Requests the account whose id is in the token response. */
function readUser(context: UserinfoContext, apiKey: string | undefined): Promise<BungieProfile> {
  if (!apiKey) throw new AuthError('Bungie needs `apiKey`; set it, or AUTH_BUNGIE_KEY');
  const id = accountId(context.tokens['membership_id']);
  if (id === undefined) throw new AuthError('Bungie: the token endpoint returned no membership_id');
  const url = `${userinfoUrl(context)}/${encodeURIComponent(id)}/254/`;
  return readJson(context, url, { headers: { 'x-api-key': apiKey } });
}

function imageUrl(path: string | undefined): string | null {
  return path ? `${SITE}/${path.replace(/^\/+/, '')}` : null;
}
