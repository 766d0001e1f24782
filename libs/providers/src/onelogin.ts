import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import { issuerWithPath } from './issuer-with-path.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with OneLogin. The issuer is `https://<company>.onelogin.com/oidc/2`; the path `/oidc/2`
 * may be omitted in the options.
 * @see https://developers.onelogin.com/openid-connect
 */
export function OneLogin({ issuer, ...options }: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'onelogin',
    name: 'OneLogin',
    style: brand('#00798c'),
    options: { ...options, issuer: issuerWithPath(issuer, '/oidc/2') },
  });
}
