import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The response of your RESTlet: the result of `runtime.getCurrentUser()`. */
export interface NetSuiteProfile {
  id?: number;
  name?: string;
  email?: string;
}

export interface NetSuiteOptions extends OAuthUserConfig<NetSuiteProfile> {
  /** Id of the account, such as `1234567` or, for a sandbox, `1234567_SB1`. Required. */
  accountID?: string;
}

/**
 * Sign-in with NetSuite, which has no userinfo endpoint: set `userinfo` to a RESTlet that returns
 * `runtime.getCurrentUser()`.
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/chapter_157769826287.html
 */
export function NetSuite(options: NetSuiteOptions = {}): OAuthConfig<NetSuiteProfile> {
  // Host names contain the id in lower case, with hyphens.
  const host = options.accountID?.toLowerCase().replaceAll('_', '-') ?? '{accountID}';
  return OAuth<NetSuiteProfile>({
    id: 'netsuite',
    name: 'NetSuite',
    authorization: {
      url: `https://${host}.app.netsuite.com/app/login/oauth2/authorize.nl`,
      params: { scope: 'restlets rest_webservices' },
      longestState: 1024,
    },
    token: `https://${host}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token`,
    checks: ['pkce', 'state'],
    profile: ({ id, name, email }) => ({ id: accountId(id), name, email }),
    verifiedEmail: false,
    style: brand('#3a4b87'),
    options,
  });
}
