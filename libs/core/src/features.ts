import { credentials } from './credentials/credentials.kind.js';
import { email } from './email/email.kind.js';
import type { AuthFeature } from './feature-port/auth-feature.js';
import { account } from './features/account/account.feature.js';
import { health } from './features/health/health.feature.js';
import { passkeys } from './features/passkeys/passkeys.feature.js';
import { backchannelLogout } from './features/provider-logout/backchannel-logout.feature.js';
import { providerLogout } from './features/provider-logout/provider-logout.feature.js';
import { providerTokens } from './features/provider-tokens/provider-tokens.feature.js';
import { reauthenticate } from './features/reauthenticate/reauthenticate.feature.js';
import { sessionList } from './features/session-list/session-list.feature.js';
import { oauth } from './oauth/oauth.kind.js';
import type { SignInKind } from './sign-in/sign-in-kind.js';
import { webauthn } from './webauthn/webauthn.kind.js';

/** The kinds of sign-in. */
export const SIGN_IN_KINDS: readonly SignInKind[] = [oauth, email, credentials, webauthn];

/**
 * The features of core, in the order in which their slots run. Those of the application follow.
 * The redirect to the provider comes last in a sign-out, whose second halves run in reverse order.
 */
export const CORE_FEATURES: readonly AuthFeature[] = [
  health,
  passkeys,
  reauthenticate,
  sessionList,
  account,
  providerLogout,
  backchannelLogout,
  providerTokens,
];
