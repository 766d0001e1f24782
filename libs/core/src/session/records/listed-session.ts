import type { SessionPage } from '../../adapter/adapter-inputs.js';
import type { AdapterUser } from '../../adapter/adapter-rows.js';

/** A session that has not ended, from either kind of store. */
export interface ListedSession {
  /** Its key in the store. The key may open the session, so it must not leave the server. */
  readonly key: string;
  readonly expires: Date;
  readonly createdAt?: Date | null;
  readonly lastUsedAt?: Date | null;
  readonly address?: string | null;
  readonly userAgent?: string | null;
  readonly provider?: string | null;
}

/** Lists and ends the stored sessions of users. */
export interface SessionDirectory {
  /**
   * Returns the sessions of a user that have not ended, newest sign-in first.
   * @param page - the newest of them; a store may return fewer if others have expired
   * @param stored - the user, if it was just looked up
   */
  list(userId: string, page?: SessionPage, stored?: AdapterUser): Promise<ListedSession[]>;
  end(session: ListedSession): Promise<void>;
  /**
   * Ends every session of a user at once.
   * @param listed - those of {@link list}
   * @param asker - the session that asks, if one does, and that goes on
   * @returns the time until which sessions began that are over; null, having ended nothing, if the
   * session that asks is one of them
   */
  endAll(
    userId: string,
    listed: readonly ListedSession[],
    asker?: SessionOwner,
  ): Promise<Date | null>;
}

/** The user of a request, and the key of its session. */
export interface SessionOwner {
  readonly userId: string;
  readonly key: string;
  /** When the session began; undefined if that is not stored. */
  readonly startedAt?: Date | undefined;
  /** Set if each reissue moves `startedAt`: the session has no id that contains its start. */
  readonly startMoves?: true;
}

/** Sorts by sign-in, newest first; those whose `createdAt` is not stored come last, by their end. */
export function newestFirst(sessions: readonly ListedSession[]): ListedSession[] {
  return [...sessions].sort(
    (one, other) => startOf(other) - startOf(one) || +other.expires - +one.expires,
  );
}

function startOf({ createdAt }: ListedSession): number {
  return createdAt?.getTime() ?? 0;
}
