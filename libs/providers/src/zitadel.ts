import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * ZITADEL. The issuer is the address of your instance.
 * @see https://zitadel.com/docs/guides/integrate/login/oidc
 */
export function ZITADEL(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'zitadel',
    name: 'ZITADEL',

    style: brand('#5469d4', 'Z'),
    options,
  });
}
