import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import { MARKS } from './marks.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with Google. To get a refresh token, set `access_type: 'offline'` and `prompt: 'consent'`
 * in `authorization.params`. To admit only members of one organization, set `hd` there; it is
 * compared with the claim. An address counts as verified only if Google hosts the mailbox.
 * @see https://developers.google.com/identity/openid-connect/openid-connect
 */
export function Google(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'google',
    name: 'Google',
    issuer: 'https://accounts.google.com',
    logoutDefaults: 'unsupported',
    style: brand('#4285f4', MARKS.google),
    options,
  });
}
