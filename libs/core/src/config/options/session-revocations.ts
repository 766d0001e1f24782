import type { SessionPage } from '../../adapter/adapter-inputs.js';
import type { Adapter } from '../../adapter/adapter.port.js';
import type { MaybePromise } from '../../model/maybe-promise.js';

/** A stateless session, as a registry stores it. */
export interface SessionRecord {
  readonly id: string;
  readonly userId: string;
  /** When the user signed in. */
  readonly createdAt: Date;
  /** No token of the session is valid after this time. */
  readonly expires: Date;
  readonly lastUsedAt?: Date | null;
  readonly address?: string | null;
  readonly userAgent?: string | null;
  /** Id of the provider that the user signed in with. */
  readonly provider?: string | null;
}

/** What a token contains about its session, to decide whether that has ended. */
export interface SessionFactsOfToken {
  readonly userId: string;
  readonly startedAt: Date;
  /** When the token was issued, to the second. */
  readonly issuedAt: Date;
}

/** All sessions of a user that began by a certain time. */
export interface UserSessionsBefore {
  readonly userId: string;
  /** The sessions began at this time or earlier. */
  readonly before: Date;
  /** After this time no token of these sessions is valid, and the entry may be removed. */
  readonly expires: Date;
}

/** All sessions of a user that began by a certain time, to be ended. */
export interface EndOfUserSessions extends UserSessionsBefore {
  /** Changes nothing if an end at this time or later is stored: the session that asks is over. */
  readonly ifEndedBefore?: Date;
}

/**
 * Stores which stateless sessions have been ended early; see `session.revocation`. With only
 * `revoke` and `isRevoked`, sessions are ended one by one; with the other methods it is a registry,
 * so that `SessionService` can list sessions and end all of them. If a method fails, so does the
 * request.
 */
export interface SessionRevocations {
  /**
   * Records until `expires` that the session `id` has ended.
   * @returns preferably false if it had ended before: a session to which an account is being added,
   * or that is ending the others, then ends with a sign-out at that moment
   */
  revoke(entry: { id: string; expires: Date }): MaybePromise<unknown>;
  /**
   * Whether the session has been ended: by its id, or with all sessions of its user that began at
   * `before` or earlier.
   * @returns `'stale'` if it continues, but its token was issued before the user changed; if it
   * ended with all sessions of its user, preferably the stored `before`
   */
  isRevoked(id: string, session: SessionFactsOfToken): MaybePromise<boolean | 'stale' | Date>;
  /** Stores a session or its changes. A session that has been ended stays ended. */
  record?(session: SessionRecord): MaybePromise<unknown>;
  /**
   * Returns the sessions of a user that have neither ended nor expired.
   * @param page - at most so many, the latest `createdAt` first; it may be ignored: then all are
   * returned, in any order
   */
  list?(userId: string, page?: SessionPage): MaybePromise<readonly SessionRecord[]>;
  /**
   * Ends all sessions of a user that began at `before` or earlier. Each call must store a later time
   * than the one before: if one is stored that is not earlier, the next millisecond.
   * @returns the stored time; null if `ifEndedBefore` forbids it
   */
  revokeUser?(entry: EndOfUserSessions): MaybePromise<unknown>;
  /** Makes all tokens of a user stale that were issued at `before` or earlier. */
  refreshUser?(entry: UserSessionsBefore): MaybePromise<unknown>;
  /** For `backchannelLogout`, instead of the adapter's method. @see {@link Adapter.markEnded} */
  markEnded?: NonNullable<Adapter['markEnded']>;
  /** @see {@link Adapter.endedBefore} */
  endedBefore?: NonNullable<Adapter['endedBefore']>;
  /** @see {@link Adapter.usedBy} */
  usedBy?(secretIds: readonly string[]): SessionRevocations;
  /** @see {@link Adapter.assertReady} */
  assertReady?(): MaybePromise<void>;
}

/** The methods of a registry in addition to those of every store. */
export const REGISTRY_METHODS = ['record', 'list', 'revokeUser', 'refreshUser'] as const;

/** A store that also stores the sessions themselves. */
export type SessionRegistry = Required<
  Omit<SessionRevocations, 'markEnded' | 'endedBefore' | 'usedBy' | 'assertReady'>
>;

/** Returns the store if it has all methods of a registry, else undefined. */
export function registryOf(
  revocation: SessionRevocations | undefined,
): SessionRegistry | undefined {
  const isComplete = REGISTRY_METHODS.every((name) => typeof revocation?.[name] === 'function');
  return isComplete ? (revocation as SessionRegistry) : undefined;
}
