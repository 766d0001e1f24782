import {
  OAuth,
  type OAuthConfig,
  type OAuthUserConfig,
  type UserinfoContext,
} from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { githubRefusal } from './github-refusal.js';
import { MARKS } from './marks.js';
import { readJson, readJsonIfAllowed, userinfoUrl } from './read-json.js';

/** The members of both responses that are used. */
export interface GitHubProfile {
  id?: number;
  login?: string;
  name?: string | null;
  email?: string | null;
  avatar_url?: string;
  email_verified?: boolean;
}

export interface GitHubOptions extends OAuthUserConfig<GitHubProfile> {
  enterprise?: {
    /** URL of a GitHub Enterprise Server, such as `https://git.example.com`. */
    baseUrl?: string;
  };
}

interface GitHubEmail {
  email?: string;
  primary?: boolean;
  verified?: boolean;
}

/**
 * Sign-in with GitHub. A second request reads the list of addresses, which contains the primary
 * address even if the profile hides it, and whether it is verified.
 * @see https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 */
export function GitHub(options: GitHubOptions = {}): OAuthConfig<GitHubProfile> {
  const own = options.enterprise?.baseUrl?.replace(/\/+$/, '');
  const site = own ?? 'https://github.com';
  const api = own === undefined ? 'https://api.github.com' : `${own}/api/v3`;
  return OAuth<GitHubProfile>({
    id: 'github',
    name: 'GitHub',
    // Compared with the issuer in the callback. See RFC 9207.
    issuer: `${site}/login/oauth`,
    logoutDefaults: 'unsupported',
    authorization: {
      url: `${site}/login/oauth/authorize`,
      params: { scope: 'read:user user:email' },
    },
    token: { url: `${site}/login/oauth/access_token`, conform: githubRefusal },
    userinfo: { url: `${api}/user`, request: readUser },
    profile: ({ id, login, name, email, avatar_url }) => ({
      id: accountId(id),
      name: name ?? login,
      email,
      image: avatar_url,
    }),
    style: brand('#24292f', MARKS.github, 'white'),
    options,
  });
}

async function readUser(context: UserinfoContext): Promise<GitHubProfile> {
  const url = userinfoUrl(context);
  const user = await readJson<GitHubProfile>(context, url);
  const emails = (await readJsonIfAllowed<GitHubEmail[]>(context, `${url}/emails`)) ?? [];
  const shown = user.email?.toLowerCase();
  const chosen = shown
    ? emails.find(({ email }) => email?.toLowerCase() === shown)
    : (emails.find(({ primary }) => primary) ?? emails[0]);
  return chosen ? { ...user, email: chosen.email, email_verified: chosen.verified } : user;
}
