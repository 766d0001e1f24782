/** Why sessions ended: their browser signed out or in again, or somebody ended them. */
export type EndedBy = 'signed-out' | 'revoked';

/** Sessions that have just ended in this process. */
export interface SessionsEnd {
  readonly realm: string;
  readonly by: EndedBy;
  /** Their public ids; `all` if every session of the user may have ended. */
  readonly ids: readonly string[] | 'all';
  /** Id of the user; absent if the ids are enough. */
  readonly userId?: string | undefined;
}
