import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { fullName } from './full-name.js';

/** The members of the userinfo response that are read. */
export interface BoxyHQSAMLProfile {
  id?: string;
  email?: string;
  firstName?: string;
  lastName?: string;
  /** What the sign-in asked for. */
  requested?: { tenant?: string; product?: string };
}

/**
 * BoxyHQ SAML Jackson, which speaks SAML for you. The issuer is the address of your instance; say
 * in `authorization.params` which `tenant` and `product` are meant. Each tenant has accounts of its
 * own, and what it says of an address is its own word.
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
