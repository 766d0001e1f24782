import {
  OAuth,
  type OAuthConfig,
  type OAuthUserConfig,
  type UserinfoContext,
} from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { fullName } from './full-name.js';
import { readJson, userinfoUrl } from './read-json.js';
import { repairTokenResponse } from './repair-token-response.js';

/** The members of the userinfo response that are used, and the email address. */
export interface VKProfile {
  id?: number;
  first_name?: string;
  last_name?: string;
  photo_100?: string;
  email?: string;
}

const VERSION = '5.131';

/**
 * Sign-in with VK. The token response contains the email address.
 * @see https://dev.vk.com/en/api/access-token/authcode-flow-user
 */
export function VK(options: OAuthUserConfig<VKProfile> = {}): OAuthConfig<VKProfile> {
  return OAuth<VKProfile>({
    id: 'vk',
    name: 'VK',
    authorization: {
      url: 'https://oauth.vk.com/authorize',
      params: { scope: 'email', v: VERSION },
    },
    token: {
      url: `https://oauth.vk.com/access_token?v=${VERSION}`,
      conform: repairTokenResponse,
    },
    userinfo: {
      url: `https://api.vk.com/method/users.get?fields=photo_100&v=${VERSION}`,
      request: readUser,
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, first_name, last_name, email, photo_100 }) => ({
      id: accountId(id),
      name: fullName(first_name, last_name),
      email,
      image: photo_100,
    }),
    verifiedEmail: false,
    style: brand('#0077ff'),
    options,
  });
}

async function readUser(context: UserinfoContext): Promise<VKProfile> {
  const url = userinfoUrl(context);
  const { response } = await readJson<{ response?: readonly VKProfile[] }>(context, url);
  const { email } = context.tokens;
  return { ...response?.[0], email: typeof email === 'string' ? email : undefined };
}
