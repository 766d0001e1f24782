import type { Adapter } from '../adapter/adapter.port.js';
import type { MaybePromise } from '../model/maybe-promise.js';

/** A stateless session, as a registry keeps it. */
export interface SessionRecord {
  readonly id: string;
  readonly userId: string;
  /** When the person signed in. */
  readonly createdAt: Date;
  /** No token of the session is valid after it. */
  readonly expires: Date;
  readonly lastUsedAt?: Date | null;
  readonly address?: string | null;
  readonly userAgent?: string | null;
  /** Id of the provider that the person signed in with. */
  readonly provider?: string | null;
}

/** What a token states of its session, to decide whether that has ended. */
export interface SessionFactsOfToken {
  readonly userId: string;
  readonly startedAt: Date;
  /** When the token was issued, to the second. */
  readonly issuedAt: Date;
}

/** All sessions of a user, up to a moment. */
export interface UserSessionsBefore {
  readonly userId: string;
  /** That moment included. */
  readonly before: Date;
  /** No token of these sessions is valid after it, and the entry may be removed. */
  readonly expires: Date;
}

/**
 * Stores which stateless sessions were ended early; see `session.revocation`. With `revoke` and
 * `isRevoked` alone, sessions end one by one; with the other methods it is a registry, so that
 * `SessionService` lists sessions and ends all of them. Methods that fail make the request fail.
 */
export interface SessionRevocations {
  /** Remembers that the session `id` has ended, until `expires`. */
  revoke(entry: { id: string; expires: Date }): MaybePromise<unknown>;
  /**
   * Whether the session was ended: by its id, or with all sessions of its user that began at
   * `before` or earlier.
   * @returns `'stale'` if it continues, but its token was issued before the user changed
   */
  isRevoked(id: string, session: SessionFactsOfToken): MaybePromise<boolean | 'stale'>;
  /** Stores a session, or its changes. A session that was ended stays ended. */
  record?(session: SessionRecord): MaybePromise<unknown>;
  /** The sessions of a user that have neither ended nor expired. */
  list?(userId: string): MaybePromise<readonly SessionRecord[]>;
  /** Ends all sessions of a user that began at `before` or earlier. */
  revokeUser?(entry: UserSessionsBefore): MaybePromise<unknown>;
  /** Makes all tokens of a user stale that were issued at `before` or earlier. */
  refreshUser?(entry: UserSessionsBefore): MaybePromise<unknown>;
  /** For `backchannelLogout`, in place of the adapter's method. @see {@link Adapter.markEnded} */
  markEnded?: NonNullable<Adapter['markEnded']>;
  /** @see {@link Adapter.endedBefore} */
  endedBefore?: NonNullable<Adapter['endedBefore']>;
}

/** The methods of a registry beside those that every store has. */
export const REGISTRY_METHODS = ['record', 'list', 'revokeUser', 'refreshUser'] as const;

/** A store that keeps the sessions themselves. */
export type SessionRegistry = Required<Omit<SessionRevocations, 'markEnded' | 'endedBefore'>>;

/** The store as a registry; undefined where it has only the two methods that every store has. */
export function registryOf(
  revocation: SessionRevocations | undefined,
): SessionRegistry | undefined {
  const isComplete = REGISTRY_METHODS.every((name) => typeof revocation?.[name] === 'function');
  return isComplete ? (revocation as SessionRegistry) : undefined;
}
