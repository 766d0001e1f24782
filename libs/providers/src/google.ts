import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import { MARKS } from './marks.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Google. A refresh token comes only with `access_type: 'offline'` and `prompt: 'consent'` in
 * `authorization.params`. `hd` there admits only members of one organization, and is checked in the
 * claim; an address counts as verified only where Google runs the mailbox.
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
