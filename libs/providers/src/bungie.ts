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

/** The members of the userinfo response that are read. */
export interface BungieProfile {
  Response?: {
    bungieNetUser?: { membershipId?: string; displayName?: string; profilePicturePath?: string };
  };
}

export interface BungieOptions extends OAuthUserConfig<BungieProfile> {
  /** The key of the application, sent as `X-API-Key`. The bare factory reads AUTH_BUNGIE_KEY. */
  apiKey?: string;
}

const SITE = 'https://www.bungie.net';

/**
 * Bungie. It has no scopes and returns no email address. It redirects to https only, so not to
 * localhost.
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

/** The token response contains the id of the account. */
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
