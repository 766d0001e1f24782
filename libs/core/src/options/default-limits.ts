import type { LimitedWork, ResolvedAttemptLimits } from './limits-options.js';

const ALIKE = { window: 3600, longestWait: 900 };

/** One mistyped password is common, ten are not. A household or an office shares a network. */
export const DEFAULT_LIMITS: Readonly<Record<LimitedWork, ResolvedAttemptLimits>> = {
  credentials: { sameNetwork: 5, network: 50, identifier: 100, ...ALIKE },
  emails: { sameNetwork: 3, network: 100, identifier: 10, ...ALIKE },
  tokens: { sameNetwork: 10, network: 50, identifier: 100, ...ALIKE },
  passkeys: { sameNetwork: 100, network: 600, identifier: 500, window: 600, longestWait: 10 },
  // Each refusal reveals that an address is known.
  registrations: { sameNetwork: 10, network: 20, identifier: 100, ...ALIKE },
  callbacks: { sameNetwork: 100, network: 300, identifier: 500, window: 600, longestWait: 10 },
  // Each request reads all sessions of the user.
  sessions: { sameNetwork: 30, network: 300, identifier: 100, window: 600, longestWait: 10 },
  // Only refused tokens count: a provider may send as many valid ones as it has users.
  logoutTokens: { sameNetwork: 100, network: 100, identifier: 500, ...ALIKE },
};
