import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with the Norwegian BankID. The userinfo endpoint returns the profile as a signed token.
 * @see https://developer.bankid.no/bankid-with-biometrics/apis/openid-configuration/
 */
export function BankIDNorway(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'bankid-no',
    name: 'BankID Norge',
    issuer: 'https://auth.bankid.no/auth/realms/prod',
    authorization: { params: { ui_locales: 'no', login_hint: 'BIS' } },
    client: {
      token_endpoint_auth_method: 'client_secret_post',
      userinfo_signed_response_alg: 'RS256',
    },
    idToken: false,
    checks: ['pkce', 'state', 'nonce'],
    style: brand('#39134c'),
    options,
  });
}
