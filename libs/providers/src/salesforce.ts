import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with Salesforce. For a sandbox or a My Domain, set `issuer`, for example to
 * `https://test.salesforce.com`.
 * @see https://help.salesforce.com/s/articleView?id=sf.remoteaccess_using_openid.htm
 */
export function Salesforce(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'salesforce',
    name: 'Salesforce',
    issuer: 'https://login.salesforce.com',
    idToken: false,
    checks: ['pkce', 'state', 'nonce'],
    style: brand('#00a1e0'),
    options,
  });
}
