import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with Frontegg. The issuer is the URL of your environment's domain.
 * @see https://developers.frontegg.com/guides/login/oidc
 */
export function Frontegg(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'frontegg',
    name: 'Frontegg',
    wellKnown: '{issuer}/oauth/.well-known/openid-configuration',
    authorization: '{issuer}/oauth/authorize',
    token: '{issuer}/oauth/token',
    userinfo: '{issuer}/identity/resources/users/v2/me',
    style: brand('#3e42d0'),
    options,
  });
}
