import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with LinkedIn, which supports no PKCE and returns no nonce, so only `state` binds the
 * response to the browser.
 * @see https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 */
export function LinkedIn(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'linkedin',
    name: 'LinkedIn',
    issuer: 'https://www.linkedin.com/oauth',
    logoutDefaults: 'unsupported',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    checks: ['state'],
    style: brand('#0a66c2'),
    options,
  });
}
