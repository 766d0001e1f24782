import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import { issuerWithPath } from './issuer-with-path.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with Asgardeo. The issuer is `https://api.asgardeo.io/t/<organization>/oauth2/token`; the
 * path `/oauth2/token` may be omitted in the options.
 * @see https://wso2.com/asgardeo/docs/guides/authentication/oidc/
 */
export function Asgardeo({ issuer, ...options }: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'asgardeo',
    name: 'Asgardeo',
    style: brand('#ff7300'),
    options: { ...options, issuer: issuerWithPath(issuer, '/oauth2/token') },
  });
}
