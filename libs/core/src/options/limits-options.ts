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

/** Kinds of attempts that are limited. */
export type LimitedWork =
  | 'credentials'
  | 'emails'
  | 'tokens'
  | 'passkeys'
  | 'registrations'
  | 'callbacks'
  | 'sessions'
  | 'logoutTokens';

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
