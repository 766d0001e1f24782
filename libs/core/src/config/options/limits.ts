import { AuthError } from '../../errors/auth.error.js';
import { definedOnly } from '../../model/defined-only.js';
import type { OptionGroup } from './option-group.js';
import {
  checkNames,
  checkValues,
  fn,
  isObject,
  object,
  type OptionTest,
  positiveSeconds,
} from './option-test.js';

/**
 * How many attempts may be made before the next ones have to wait: 1 second, then 2, 4, 8 … Only
 * failed attempts count, except for mails, which all count.
 */
export interface AttemptLimits {
  /** For one identifier, from one network. */
  sameNetwork?: number;
  /** From one network, for all identifiers together. */
  network?: number;
  /** For one identifier, from all networks together, except those from which it has signed in. */
  identifier?: number;
  /** Seconds after which attempts are forgotten. @default 3600 */
  window?: number;
  /** Longest wait between two attempts, in seconds. @default 900 */
  longestWait?: number;
}

const ALIKE = { window: 3600, longestWait: 900 };

/** One mistyped password is common, ten are not. A household or an office shares a network. */
export const DEFAULT_LIMITS = {
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
} as const satisfies Record<string, ResolvedAttemptLimits>;

/** Kinds of attempts that are limited. */
export type LimitedWork = keyof typeof DEFAULT_LIMITS;

const KINDS = Object.keys(DEFAULT_LIMITS) as LimitedWork[];

/** Options of the limits. @see docs/limits.md; docs/design/security-bar.md F10, F16 */
export interface LimitsOptions extends Partial<Record<LimitedWork, AttemptLimits>> {
  /**
   * A connected client of `ioredis` or `redis`, so that all instances count together.
   * @default the memory of each process
   */
  store?: object;
  /**
   * Returns the client's address for a request, if the address that the platform reports is wrong.
   * With `Auth()` it receives the web `Request`.
   * @returns an IP address, with or without a port; clients without one are counted as one network
   * @default `request.ip`, as the platform resolves it under `trust proxy` or `trustProxy`
   */
  address?(request: unknown): string | undefined;
}

/** The limits of one kind of attempt, complete. */
export type ResolvedAttemptLimits = Readonly<Required<AttemptLimits>>;

/** The limits, complete. */
export interface ResolvedLimits extends Readonly<Record<LimitedWork, ResolvedAttemptLimits>> {
  readonly store?: object;
  readonly address?: (request: unknown) => string | undefined;
}

interface Configured {
  readonly limits?: false | LimitsOptions;
}

/** Completes the limits. @returns undefined if nothing is limited */
export function resolveLimits({ limits = {} }: Configured): ResolvedLimits | undefined {
  if (limits === false) return undefined;
  const attempts = KINDS.map((work) => [
    work,
    Object.freeze({ ...DEFAULT_LIMITS[work], ...definedOnly<AttemptLimits>(limits[work]) }),
  ]);
  return Object.freeze({
    ...(Object.fromEntries(attempts) as Record<LimitedWork, ResolvedAttemptLimits>),
    store: limits.store,
    address: limits.address?.bind(limits),
  });
}

const attempts: OptionTest = [
  'a whole number, 1 or more',
  (value) => Number.isSafeInteger(value) && Number(value) >= 1,
];

const RULE = {
  sameNetwork: attempts,
  network: attempts,
  identifier: attempts,
  window: positiveSeconds,
  longestWait: positiveSeconds,
};

/** Checks the option `limits`. @see docs/limits.md */
function* checkLimits({ limits }: Configured): Iterable<AuthError> {
  if (!limits) return;
  for (const work of KINDS) {
    const rule = limits[work];
    if (rule === undefined) continue;
    yield* checkNames(`limits.${work}.`, rule, RULE);
    yield* checkValues(`limits.${work}.`, rule, RULE);
  }
  const { store } = limits;
  if (store && !('multi' in store && ('defineCommand' in store || 'sendCommand' in store))) {
    yield new AuthError('limits.store: expected a client of `ioredis` or `redis`');
  }
}

/** The group of the option `limits`. */
export const limitsGroup = {
  tests: { limits: ['false or an object', (value) => value === false || isObject(value)] },
  members: {
    limits: {
      ...Object.fromEntries(KINDS.map((work) => [work, object])),
      store: object,
      address: fn,
    },
  },
  checks: [['limits', checkLimits]],
} as const satisfies OptionGroup<'limits'>;
