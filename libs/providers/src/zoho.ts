import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { fullName } from './full-name.js';

/** The members of the userinfo response that are used. */
export interface ZohoProfile {
  ZUID?: number;
  First_Name?: string;
  Last_Name?: string;
  Email?: string;
}

export interface ZohoOptions extends OAuthUserConfig<ZohoProfile> {
  /**
   * URL of your data centre, such as `https://accounts.zoho.eu`.
   * @default 'https://accounts.zoho.com'
   */
  baseUrl?: string;
}

/**
 * Sign-in with Zoho. Each data centre has its own accounts and its own host.
 * @see https://www.zoho.com/accounts/protocol/oauth.html
 */
export function Zoho(options: ZohoOptions = {}): OAuthConfig<ZohoProfile> {
  const site = (options.baseUrl ?? 'https://accounts.zoho.com').replace(/\/+$/, '');
  return OAuth<ZohoProfile>({
    id: 'zoho',
    name: 'Zoho',
    authorization: {
      url: `${site}/oauth/v2/auth`,
      params: { scope: 'AaaServer.profile.Read' },
    },
    token: `${site}/oauth/v2/token`,
    userinfo: `${site}/oauth/user/info`,
    profile: ({ ZUID, First_Name, Last_Name, Email }) => ({
      id: accountId(ZUID),
      name: fullName(First_Name, Last_Name),
      email: Email,
    }),
    verifiedEmail: false,
    style: brand('#e42527'),
    options,
  });
}
