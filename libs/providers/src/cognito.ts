import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with Amazon Cognito. The issuer is
 * `https://cognito-idp.<region>.amazonaws.com/<pool id>`.
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/federation-endpoints.html
 */
export function Cognito(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'cognito',
    name: 'Cognito',
    // The endpoint expects `client_id` and `logout_uri` instead of the standard parameters.
    logoutDefaults: { redirectParam: 'logout_uri', hint: 'none' },
    style: brand('#dd344c'),
    options,
  });
}
