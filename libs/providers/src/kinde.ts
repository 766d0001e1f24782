import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with Kinde. The issuer is `https://<business>.kinde.com`. To admit only members of one
 * organization, set `org_code` in `authorization.params`.
 * @see https://docs.kinde.com/developer-tools/about/using-kinde-without-an-sdk/
 */
export function Kinde(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'kinde',
    name: 'Kinde',
    checks: ['state', 'pkce'],
    restrictions: {
      org_code: ({ org_codes: codes }, wanted) => Array.isArray(codes) && codes.includes(wanted),
    },
    style: brand('#0f0f0f'),
    options,
  });
}
