/** A session of a user that has not ended, wherever it is kept. */
export interface ListedSession {
  /** What names it where it is kept. It may open the session, so it stays on the server. */
  readonly key: string;
  readonly expires: Date;
  readonly createdAt?: Date | null;
  readonly lastUsedAt?: Date | null;
  readonly address?: string | null;
  readonly userAgent?: string | null;
  readonly provider?: string | null;
}

/** The sessions of users, where something keeps them. */
export interface SessionDirectory {
  /** Those of a user that have not ended, the newest sign-in first. */
  list(userId: string): Promise<ListedSession[]>;
  end(session: ListedSession): Promise<void>;
  /** Ends every session of a user at once. */
  endAll(userId: string): Promise<void>;
}

/** Who asks: the user, and the key of the session that the request presents. */
export interface SessionOwner {
  readonly userId: string;
  readonly key: string;
}

/** The newest sign-in first; by its end where nobody stored its beginning. */
export function newestFirst(sessions: readonly ListedSession[]): ListedSession[] {
  return [...sessions].sort((one, other) => startOf(other) - startOf(one));
}

function startOf({ createdAt, expires }: ListedSession): number {
  return (createdAt ?? expires).getTime();
}
