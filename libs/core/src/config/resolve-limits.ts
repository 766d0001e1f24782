import { definedOnly } from '../model/defined-only.js';
import type { AuthConfig } from '../options/auth-config.js';
import { DEFAULT_LIMITS } from '../options/default-limits.js';
import type {
  AttemptLimits,
  LimitedWork,
  LimitsOptions,
  ResolvedAttemptLimits,
  ResolvedLimits,
} from '../options/limits-options.js';

/** Completes the limits. @returns undefined if nothing is limited */
export function resolveLimits({ limits = {} }: AuthConfig): ResolvedLimits | undefined {
  if (limits === false) return undefined;
  return Object.freeze({
    credentials: attempts(limits, 'credentials'),
    emails: attempts(limits, 'emails'),
    tokens: attempts(limits, 'tokens'),
    passkeys: attempts(limits, 'passkeys'),
    registrations: attempts(limits, 'registrations'),
    callbacks: attempts(limits, 'callbacks'),
    sessions: attempts(limits, 'sessions'),
    logoutTokens: attempts(limits, 'logoutTokens'),
    store: limits.store,
    address: limits.address?.bind(limits),
  });
}

function attempts(limits: LimitsOptions, work: LimitedWork): ResolvedAttemptLimits {
  const own: AttemptLimits | undefined = limits[work];
  return Object.freeze({ ...DEFAULT_LIMITS[work], ...definedOnly(own) });
}
