import {
  OAuth,
  type OAuthConfig,
  type OAuthUserConfig,
  type UserinfoContext,
} from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { readJson, userinfoUrl } from './read-json.js';

/** The members of the connection's owner that are used. */
export interface NotionProfile {
  id?: string;
  name?: string | null;
  avatar_url?: string | null;
  person?: { email?: string };
}

interface NotionBot {
  bot?: { owner?: { user?: NotionProfile } };
}

/**
 * Sign-in with Notion. The requested data is configured in the registration of the integration.
 * @see https://developers.notion.com/docs/authorization
 */
export function Notion(options: OAuthUserConfig<NotionProfile> = {}): OAuthConfig<NotionProfile> {
  return OAuth<NotionProfile>({
    id: 'notion',
    name: 'Notion',
    authorization: {
      url: 'https://api.notion.com/v1/oauth/authorize',
      params: { owner: 'user', scope: '' },
    },
    token: 'https://api.notion.com/v1/oauth/token',
    userinfo: { url: 'https://api.notion.com/v1/users/me', request: readUser },
    profile: ({ id, name, person, avatar_url }) => ({
      id: accountId(id),
      name,
      email: person?.email,
      image: avatar_url,
    }),
    verifiedEmail: false,
    style: brand('#000000'),
    options,
  });
}

async function readUser(context: UserinfoContext): Promise<NotionProfile> {
  const headers = { 'notion-version': '2022-06-28' };
  const { bot } = await readJson<NotionBot>(context, userinfoUrl(context), { headers });
  return bot?.owner?.user ?? {};
}
