import { OIDC, type OIDCConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/** The claims of the ID token that are used. */
export interface SlackProfile {
  sub?: string;
  'https://slack.com/team_id'?: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
  picture?: string;
}

/**
 * Sign-in with Slack, which supports a nonce but no PKCE. Account ids contain the workspace, since
 * user ids are unique only within one. To admit only one workspace, set `team` in
 * `authorization.params`.
 * @see https://docs.slack.dev/authentication/sign-in-with-slack/
 */
export function Slack(options: OIDCOptions<SlackProfile> = {}): OIDCConfig<SlackProfile> {
  return OIDC<SlackProfile>({
    id: 'slack',
    name: 'Slack',
    issuer: 'https://slack.com',
    logoutDefaults: 'unsupported',
    checks: ['nonce'],
    profile: ({ sub, name, email, picture, ...claims }) => ({
      id: accountId(claims['https://slack.com/team_id'], sub),
      name,
      email,
      image: picture,
    }),
    restrictions: { team: (claims, wanted) => claims['https://slack.com/team_id'] === wanted },
    style: brand('#611f69'),
    options,
  });
}
