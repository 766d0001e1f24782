import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface WebexProfile {
  id?: string;
  displayName?: string;
  emails?: readonly string[];
  avatar?: string;
}

export interface WebexOptions extends OAuthUserConfig<WebexProfile> {
  /** Base URL of the API. @default 'https://webexapis.com/v1' */
  apiBaseUrl?: string;
}

/**
 * Sign-in with Webex.
 * @see https://developer.webex.com/docs/integrations
 */
export function Webex(options: WebexOptions = {}): OAuthConfig<WebexProfile> {
  const api = (options.apiBaseUrl ?? 'https://webexapis.com/v1').replace(/\/+$/, '');
  return OAuth<WebexProfile>({
    id: 'webex',
    name: 'Webex',
    authorization: { url: `${api}/authorize`, params: { scope: 'spark:kms spark:people_read' } },
    token: `${api}/access_token`,
    userinfo: `${api}/people/me`,
    profile: ({ id, displayName, emails, avatar }) => ({
      id: accountId(id),
      name: displayName,
      email: emails?.[0],
      image: avatar,
    }),
    verifiedEmail: false,
    style: brand('#00bceb'),
    options,
  });
}
