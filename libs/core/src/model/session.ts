import type { User } from './user.js';

/** What a session looks like before an application extends it. */
export interface DefaultSession {
  user?: User;
  /**
   * Names the session as the list of sessions does, and opens nothing. For code on the server, where
   * something keeps the session: a database, or `session.revocation`.
   */
  id?: string;
  /** End of the session, ISO 8601 in UTC with milliseconds. */
  expires: string;
}

/**
 * The session as callers and clients see it. Augment it to type what your `session` callback adds.
 * @see docs/design/wire-contract.md 16.1
 */
export interface Session extends DefaultSession {}
