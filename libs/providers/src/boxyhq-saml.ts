import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { fullName } from './full-name.js';

/** The members of the userinfo response that are used. */
export interface BoxyHQSAMLProfile {
  id?: string;
  email?: string;
  firstName?: string;
  lastName?: string;
  /** Parameters of the sign-in request. */
  requested?: { tenant?: string; product?: string };
}

/**
 * Sign-in with BoxyHQ SAML Jackson, a bridge to SAML. The issuer is the URL of your instance; set
 * `tenant` and `product` in `authorization.params`. Account ids contain both. Addresses are not
 * verified, since a tenant can send any address.
 * @see https://boxyhq.com/docs/jackson/saml-flow
 */
export function BoxyHQSAML(
  options: OAuthUserConfig<BoxyHQSAMLProfile> = {},
): OAuthConfig<BoxyHQSAMLProfile> {
  return OAuth<BoxyHQSAMLProfile>({
    id: 'boxyhq-saml',
    name: 'BoxyHQ SAML',
    authorization: { url: '{issuer}/api/oauth/authorize', params: { provider: 'saml', scope: '' } },
    token: '{issuer}/api/oauth/token',
    userinfo: '{issuer}/api/oauth/userinfo',
    profile: ({ id, email, firstName, lastName, requested }) => ({
      id: accountId(requested?.tenant, requested?.product, id),
      name: fullName(firstName, lastName),
      email,
    }),
    restrictions: {
      tenant: ({ requested }, wanted) => requested?.tenant === wanted,
      product: ({ requested }, wanted) => requested?.product === wanted,
    },
    verifiedEmail: false,
    style: brand('#25c2a0'),
    options,
  });
}
