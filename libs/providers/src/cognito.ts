import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Amazon Cognito. The issuer is `https://cognito-idp.<region>.amazonaws.com/<pool id>`.
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/federation-endpoints.html
 */
export function Cognito(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'cognito',
    name: 'Cognito',

    style: brand('#dd344c'),
    options,
  });
}
