import type { Adapter } from '../../adapter/adapter.port.js';
import { randomToken } from '../../crypto/random-token.js';
import { sessionTokenPrefix } from '../../crypto/session-token-prefix.js';
import type { OptionGroup } from './option-group.js';
import { usesDatabase } from './uses-database.js';
import {
  fn,
  isObject,
  isWhole,
  LONGEST_TIMEOUT,
  object,
  oneOf,
  cookieSeconds,
  positiveSeconds,
  seconds,
} from './option-test.js';
import {
  registryOf,
  type SessionRegistry,
  type SessionRevocations,
} from './session-revocations.js';

/** What is stored about the device of a session. */
export interface DeviceOptions {
  /** `network`: the /24 of an IPv4 address, the /48 of an IPv6 address. @default 'network' */
  address?: 'full' | 'network' | 'off';
  /** Cut to 512 characters. @default true */
  userAgent?: boolean;
}

/** Options for sessions. @see docs/design/wire-contract.md 16.2 */
export interface SessionOptions {
  /** Where sessions are stored: cookie or table. @default 'database' with an adapter, else 'jwt' */
  strategy?: 'jwt' | 'database';
  /** Seconds without use after which a session ends. @default 2592000 (30 days) */
  maxAge?: number;
  /** Seconds between two extensions; 0 extends at every read. @default 86400 (1 day) */
  updateAge?: number;
  /** Seconds after sign-in at which a session ends even if it is in use. @default off */
  absoluteMaxAge?: number;
  /** Whether the table contains the session token or `sha256:` and its hash. @default 'plain' */
  tokenAtRest?: 'plain' | 'hashed';
  /** Returns at least 128 random bits, new at each call. @default 32 random bytes, hex */
  generateSessionToken?(): string;
  /**
   * What is stored about the device that a user signs in with, for the list of sessions.
   * @default `{ address: 'network', userAgent: true }`, if sessions are stored with these columns
   */
  device?: false | DeviceOptions;
  /**
   * Seconds between two updates of the time at which a database session was last used, 60 or more.
   * @default updated only when the session is extended, without an additional write
   */
  lastUsed?: number;
  /** How many sessions a user may have at once. @default 100, if the store can find the oldest */
  maxPerUser?: number;
  /** What happens at a sign-in beyond `maxPerUser`. @default 'end-oldest' */
  whenFull?: 'end-oldest' | 'refuse';
  /** Ends stateless sessions at sign-out; otherwise a copied token stays valid. @default off */
  revocation?: SessionRevocations;
}

/** What is stored about the device of a session, if it can be stored. */
export type ResolvedDevice = Readonly<Required<DeviceOptions>>;

/** The session options, complete. */
export interface ResolvedSession {
  readonly strategy: 'jwt' | 'database';
  readonly maxAgeSeconds: number;
  readonly updateAgeSeconds: number;
  readonly absoluteMaxAgeSeconds?: number;
  readonly tokenAtRest: 'plain' | 'hashed';
  readonly generateSessionToken: () => string;
  /** Prefix of the session tokens of this realm; empty in the empty realm. */
  readonly tokenPrefix: string;
  readonly device: ResolvedDevice;
  /** Absent when only an extension of a session records its last use. */
  readonly lastUsedSeconds?: number;
  readonly maxPerUser?: number;
  readonly whenFull: 'end-oldest' | 'refuse';
  readonly revocation?: SessionRevocations;
  /** The `revocation` store, if it also stores the sessions themselves. */
  readonly registry?: SessionRegistry;
}

const THIRTY_DAYS = 30 * 24 * 60 * 60;
const ONE_DAY = 24 * 60 * 60;

/** The options that decide about sessions. */
interface Configured {
  readonly adapter?: Adapter;
  readonly session?: SessionOptions;
}

/** Completes the options for sessions. @param revocation - the part of the store that is ours */
export function resolveSession(
  config: Configured,
  { realm, revocation }: Pick<ResolvedSession, 'revocation'> & { realm: string },
): ResolvedSession {
  const session = config.session ?? {};
  return Object.freeze({
    strategy: usesDatabase(config) ? 'database' : 'jwt',
    maxAgeSeconds: session.maxAge ?? THIRTY_DAYS,
    updateAgeSeconds: session.updateAge ?? ONE_DAY,
    absoluteMaxAgeSeconds: session.absoluteMaxAge,
    tokenAtRest: session.tokenAtRest ?? 'plain',
    generateSessionToken: session.generateSessionToken?.bind(session) ?? (() => randomToken()),
    tokenPrefix: sessionTokenPrefix(realm),
    device: resolveDevice(config),
    lastUsedSeconds: session.lastUsed,
    maxPerUser: session.maxPerUser ?? defaultMaxPerUser(config),
    whenFull: session.whenFull ?? 'end-oldest',
    revocation,
    registry: registryOf(revocation),
  });
}

const NOTHING: ResolvedDevice = Object.freeze({ address: 'off', userAgent: false });

/** Decides what is stored about devices: nothing if sessions are not stored or lack the columns. */
function resolveDevice(config: Configured): ResolvedDevice {
  const { device = {}, revocation } = config.session ?? {};
  const { address = 'network', userAgent = true } = device === false ? NOTHING : device;
  if (!usesDatabase(config)) return registryOf(revocation) ? { address, userAgent } : NOTHING;
  const columns = config.adapter?.columns;
  return Object.freeze({
    address: columns?.includes('sessions.address') ? address : 'off',
    userAgent: userAgent && (columns?.includes('sessions.userAgent') ?? false),
  });
}

/**
 * Returns how many sessions a user may have by default, so that no list of them grows without end;
 * undefined if the oldest could not be found or ended.
 * @see docs/design/security-bar.md ID12, DT29
 */
function defaultMaxPerUser(config: Configured): number | undefined {
  const { adapter, session } = config;
  const canEnd = usesDatabase(config)
    ? adapter?.listSessionsByUserId &&
      adapter.deleteSessionsByUserId &&
      adapter.columns?.includes('sessions.createdAt')
    : registryOf(session?.revocation);
  return canEnd ? 100 : undefined;
}

/** The group of the option `session`. */
export const sessionGroup = {
  tests: { session: object },
  members: {
    session: {
      strategy: oneOf('jwt', 'database'),
      maxAge: cookieSeconds,
      updateAge: seconds,
      absoluteMaxAge: positiveSeconds,
      tokenAtRest: oneOf('plain', 'hashed'),
      generateSessionToken: fn,
      device: ['false or an object', (value) => value === false || isObject(value)],
      lastUsed: [
        'whole seconds, 60 or more',
        (value) => isWhole(value) && value >= 60 && value <= LONGEST_TIMEOUT,
      ],
      maxPerUser: ['a whole number, 1 or more', (value) => isWhole(value) && value >= 1],
      whenFull: oneOf('end-oldest', 'refuse'),
      revocation: object,
    },
  },
} as const satisfies OptionGroup<'session'>;
