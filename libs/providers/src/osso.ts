import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface OssoProfile {
  id?: string;
  email?: string;
  name?: string;
  /** Parameters of the sign-in request. */
  requested?: { domain?: string | null };
}

/**
 * Sign-in with Osso, a bridge to SAML. The issuer is the URL of your instance.
 * @see https://ossoapp.com/docs/configure/overview/
 */
export function Osso(options: OAuthUserConfig<OssoProfile> = {}): OAuthConfig<OssoProfile> {
  return OAuth<OssoProfile>({
    id: 'osso',
    name: 'Osso',
    authorization: { url: '{issuer}/oauth/authorize', params: { scope: '' } },
    token: '{issuer}/oauth/token',
    userinfo: '{issuer}/oauth/me',
    profile: ({ id, name, email }) => ({ id: accountId(id), name, email }),
    restrictions: { domain: ({ requested }, wanted) => requested?.domain === wanted },
    verifiedEmail: false,
    style: brand('#4b2bff'),
    options,
  });
}
