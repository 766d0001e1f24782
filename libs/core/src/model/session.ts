import type { User } from './user.js';

/** The members that a session has before an application extends it. */
export interface DefaultSession {
  user?: User;
  /**
   * The id of the session in the list of sessions; it cannot be used to open the session. Only for
   * code on the server, and only if the session is stored: in a database, or by
   * `session.revocation`.
   */
  id?: string;
  /**
   * How the user proved who they are in this session, such as `['pwd']`; empty if it is not known.
   * Only for code on the server, and in no copy and no JSON of the session.
   */
  readonly amr?: readonly string[];
  /** When the user last did so, in ISO 8601 and UTC; likewise. */
  readonly authTime?: string;
  /** When the session expires: ISO 8601 in UTC, with milliseconds. */
  expires: string;
}

/**
 * The session as callers and clients receive it. Augment it to type what your `session` callback
 * adds.
 * @see docs/design/wire-contract.md 16.1
 */
export interface Session extends DefaultSession {}
