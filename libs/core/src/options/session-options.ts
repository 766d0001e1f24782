import type { SessionRevocations } from './session-revocations.js';

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
