import {
  OAuth,
  type OAuthConfig,
  type OAuthUserConfig,
  type UserinfoContext,
} from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { readJson, userinfoUrl } from './read-json.js';

/** The members of the sync API's response that are used. */
export interface TodoistProfile {
  id?: string;
  full_name?: string;
  email?: string;
  /** `verified`, `verified_by_third_party`, `unverified`, `legacy` or `blocked`. */
  verification_status?: string;
  avatar_big?: string;
}

/**
 * Sign-in with Todoist.
 * @see https://developer.todoist.com/guides/#oauth
 */
export function Todoist(
  options: OAuthUserConfig<TodoistProfile> = {},
): OAuthConfig<TodoistProfile> {
  return OAuth<TodoistProfile>({
    id: 'todoist',
    name: 'Todoist',
    authorization: { url: 'https://todoist.com/oauth/authorize', params: { scope: 'data:read' } },
    token: 'https://todoist.com/oauth/access_token',
    userinfo: { url: 'https://api.todoist.com/sync/v9/sync', request: readUser },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, full_name, email, avatar_big }) => ({
      id: accountId(id),
      name: full_name,
      email,
      image: avatar_big,
    }),
    // Does not accept `verified_by_third_party`, which Todoist did not verify itself.
    verifiedEmail: ({ email, verification_status }) =>
      verification_status === 'verified' ? email : null,
    style: brand('#e44332'),
    options,
  });
}

async function readUser(context: UserinfoContext): Promise<TodoistProfile> {
  const { user } = await readJson<{ user?: TodoistProfile }>(context, userinfoUrl(context), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sync_token: '*', resource_types: ['user'] }),
  });
  return user ?? {};
}
