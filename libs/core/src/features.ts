import type { AuthFeature } from './feature/auth-feature.js';
import { backchannelLogout } from './provider-logout/backchannel-logout.feature.js';
import { providerLogout } from './provider-logout/provider-logout.feature.js';
import { providerTokens } from './provider-tokens/provider-tokens.feature.js';
import { sessionList } from './session-list/session-list.feature.js';

/**
 * The features of core, in the order in which their slots run. Those of the application follow.
 * The redirect to the provider comes last in a sign-out, whose second halves run in reverse order.
 */
export const CORE_FEATURES: readonly AuthFeature[] = [
  sessionList,
  providerLogout,
  backchannelLogout,
  providerTokens,
];
