import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Slack. It takes a nonce and no PKCE.
 * @see https://docs.slack.dev/authentication/sign-in-with-slack/
 */
export function Slack(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'slack',
    name: 'Slack',
    issuer: 'https://slack.com',
    checks: ['nonce'],
    style: brand('#611f69', 'S'),
    options,
  });
}
