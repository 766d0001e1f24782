import {
  OAuth,
  type OAuthConfig,
  type OAuthUserConfig,
  type UserinfoContext,
} from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { readJson, readJsonIfAllowed, userinfoUrl } from './read-json.js';

/** The members of both responses that are used. */
export interface BitbucketProfile {
  account_id?: string;
  display_name?: string;
  username?: string;
  links?: { avatar?: { href?: string } };
  email?: string;
  email_verified?: boolean;
}

interface BitbucketEmails {
  values?: readonly { email?: string; is_primary?: boolean; is_confirmed?: boolean }[];
}

/**
 * Sign-in with Bitbucket. A second request reads the primary address.
 * @see https://developer.atlassian.com/cloud/bitbucket/oauth-2/
 */
export function Bitbucket(
  options: OAuthUserConfig<BitbucketProfile> = {},
): OAuthConfig<BitbucketProfile> {
  return OAuth<BitbucketProfile>({
    id: 'bitbucket',
    name: 'Bitbucket',
    authorization: {
      url: 'https://bitbucket.org/site/oauth2/authorize',
      params: { scope: 'account' },
    },
    token: 'https://bitbucket.org/site/oauth2/access_token',
    userinfo: { url: 'https://api.bitbucket.org/2.0/user', request: readUser },
    profile: ({ account_id, display_name, username, links, email }) => ({
      id: accountId(account_id),
      name: display_name ?? username,
      email,
      image: links?.avatar?.href,
    }),
    style: brand('#0052cc'),
    options,
  });
}

async function readUser(context: UserinfoContext): Promise<BitbucketProfile> {
  const user = await readJson<BitbucketProfile>(context, userinfoUrl(context));
  const emails = await readJsonIfAllowed<BitbucketEmails>(
    context,
    `${userinfoUrl(context)}/emails`,
  );
  const primary = emails?.values?.find(({ is_primary }) => is_primary);
  return { ...user, email: primary?.email, email_verified: primary?.is_confirmed };
}
