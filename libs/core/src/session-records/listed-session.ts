/** A session of a user that has not ended, in either kind of store. */
export interface ListedSession {
  /** Its key in the store. The key may open the session, so it stays on the server. */
  readonly key: string;
  readonly expires: Date;
  readonly createdAt?: Date | null;
  readonly lastUsedAt?: Date | null;
  readonly address?: string | null;
  readonly userAgent?: string | null;
  readonly provider?: string | null;
}

/** The stored sessions of users. */
export interface SessionDirectory {
  /** Returns the sessions of a user that have not ended, the newest sign-in first. */
  list(userId: string): Promise<ListedSession[]>;
  end(session: ListedSession): Promise<void>;
  /** Ends every session of a user at once. */
  endAll(userId: string): Promise<void>;
}

/** The user of a request, and the key of the session that the request presents. */
export interface SessionOwner {
  readonly userId: string;
  readonly key: string;
}

/** Sorts by the sign-in, newest first; by the end of the session if `createdAt` is not stored. */
export function newestFirst(sessions: readonly ListedSession[]): ListedSession[] {
  return [...sessions].sort((one, other) => startOf(other) - startOf(one));
}

function startOf({ createdAt, expires }: ListedSession): number {
  return (createdAt ?? expires).getTime();
}
