import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { fullName } from './full-name.js';

/** The members of the userinfo response that are used. */
export interface FreshbooksProfile {
  response?: {
    id?: number;
    first_name?: string;
    last_name?: string;
    email?: string;
    /** Time at which the email address was confirmed; null if it was not. */
    confirmed_at?: string | null;
  };
}

/**
 * Sign-in with FreshBooks. Scopes are configured in the registration of the application.
 * @see https://www.freshbooks.com/api/authentication
 */
export function Freshbooks(
  options: OAuthUserConfig<FreshbooksProfile> = {},
): OAuthConfig<FreshbooksProfile> {
  return OAuth<FreshbooksProfile>({
    id: 'freshbooks',
    name: 'Freshbooks',
    authorization: {
      url: 'https://auth.freshbooks.com/service/auth/oauth/authorize',
      params: { scope: '' },
    },
    token: 'https://api.freshbooks.com/auth/oauth/token',
    userinfo: 'https://api.freshbooks.com/auth/api/v1/users/me',
    profile: ({ response }) => ({
      id: accountId(response?.id),
      name: fullName(response?.first_name, response?.last_name),
      email: response?.email,
    }),
    verifiedEmail: ({ response }) => (response?.confirmed_at ? response.email : null),
    style: brand('#0075dd'),
    options,
  });
}
