import { randomBytes } from 'node:crypto';
import type { Account, AdapterFactory, Configuration } from 'oidc-provider';
import { findOrCreateGrant } from './automatic-grant.js';
import type { DemoAccount } from './demo-accounts.js';
import { createInteractionPolicy } from './interaction-policy.js';
import { interactionPath } from './interaction-path.js';
import { showProviderError } from './show-provider-error.js';
import { showSignedOut, showSignOut } from './sign-out-pages.js';

export const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** An option of undici that `fetch` accepts but that is missing from its types. */
const NO_DISPATCHER = { dispatcher: undefined };

/** The {@link IdentityProviderOptions} that oidc-provider needs, with defaults, and the store. */
export interface ProviderSettings {
  readonly accessTokenSeconds: number;
  readonly accounts: readonly DemoAccount[];
  readonly conformIdTokenClaims: boolean;
  readonly requirePkce: boolean;
  readonly store: AdapterFactory;
}

/**
 * Configures oidc-provider for the code flow with the scopes `openid`, `profile`, `email` and
 * `offline_access`. The signing keys are not included, since they can be rotated. Helpers whose
 * defaults print a development warning are set.
 */
export function createProviderConfiguration(settings: ProviderSettings): Configuration {
  return {
    adapter: settings.store,
    scopes: ['openid', 'offline_access'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: settings.conformIdTokenClaims,
    responseTypes: ['code'],
    pkce: { required: () => settings.requirePkce },
    findAccount: (_ctx, sub) => findAccount(settings.accounts, sub),
    loadExistingGrant: findOrCreateGrant,
    // Does not require `offline_access`, since that scope requires the consent page.
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // A refresh token can be used once; a second use ends the grant. @see RFC 9700 section 4.14.2
    rotateRefreshToken: true,
    interactions: {
      policy: createInteractionPolicy(),
      url: (_ctx, { uid }) => interactionPath(uid),
    },
    renderError: showProviderError,
    // The default dispatcher refuses requests to this machine, where the applications run.
    fetch: (url, options) => globalThis.fetch(url, { ...options, ...NO_DISPATCHER }),
    clientBasedCORS: () => false,
    features: {
      devInteractions: { enabled: false },
      jwtUserinfo: { enabled: true },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: showSignOut,
        postLogoutSuccessSource: showSignedOut,
      },
      backchannelLogout: { enabled: true },
    },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      // Cookies ignore the port: common names could clash with those of an application.
      names: {
        session: 'identity-provider-session',
        interaction: 'identity-provider-interaction',
        resume: 'identity-provider-resume',
      },
    },
    ttl: {
      AccessToken: settings.accessTokenSeconds,
      AuthorizationCode: 60,
      Grant: DAY_SECONDS,
      IdToken: HOUR_SECONDS,
      Interaction: HOUR_SECONDS,
      RefreshToken: DAY_SECONDS,
      Session: DAY_SECONDS,
    },
  };
}

function findAccount(accounts: readonly DemoAccount[], sub: string): Account | undefined {
  const account = accounts.find((candidate) => candidate.sub === sub);

  return account && { accountId: sub, claims: () => ({ ...account }) };
}
