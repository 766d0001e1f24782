import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { repairTokenResponse } from './repair-token-response.js';

/** The members of the metadata that are used. */
export interface MailchimpProfile {
  accountname?: string;
  /** The data centre, which is part of the API's host name. */
  dc?: string;
  login?: { login_id?: number; email?: string };
}

/**
 * Sign-in with Mailchimp, which has no scopes.
 * @see https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/
 */
export function Mailchimp(
  options: OAuthUserConfig<MailchimpProfile> = {},
): OAuthConfig<MailchimpProfile> {
  return OAuth<MailchimpProfile>({
    id: 'mailchimp',
    name: 'Mailchimp',
    authorization: { url: 'https://login.mailchimp.com/oauth2/authorize', params: { scope: '' } },
    token: { url: 'https://login.mailchimp.com/oauth2/token', conform: repairTokenResponse },
    userinfo: 'https://login.mailchimp.com/oauth2/metadata',
    profile: ({ login, accountname }) => ({
      id: accountId(login?.login_id),
      name: accountname,
      email: login?.email,
    }),
    verifiedEmail: false,
    style: brand('#ffe01b'),
    options,
  });
}
