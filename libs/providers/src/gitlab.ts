import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface GitLabProfile {
  sub?: string;
  id?: number;
  name?: string;
  username?: string;
  email?: string;
  /** Time at which the email address was confirmed; null if it was not. */
  confirmed_at?: string | null;
  avatar_url?: string | null;
}

export interface GitLabOptions extends OAuthUserConfig<GitLabProfile> {
  /** URL of your own GitLab instance. @default 'https://gitlab.com' */
  baseUrl?: string;
}

/**
 * Sign-in with GitLab.
 * @see https://docs.gitlab.com/api/oauth2/
 */
export function GitLab(options: GitLabOptions = {}): OAuthConfig<GitLabProfile> {
  const site = (options.baseUrl ?? 'https://gitlab.com').replace(/\/+$/, '');
  return OAuth<GitLabProfile>({
    id: 'gitlab',
    name: 'GitLab',
    authorization: { url: `${site}/oauth/authorize`, params: { scope: 'read_user' } },
    token: `${site}/oauth/token`,
    userinfo: `${site}/api/v4/user`,
    profile: ({ sub, id, name, username, email, avatar_url }) => ({
      id: accountId(sub ?? id),
      name: name ?? username,
      email,
      image: avatar_url,
    }),
    verifiedEmail: ({ email, confirmed_at }) => (confirmed_at ? email : null),
    style: brand('#fc6d26'),
    options,
  });
}
