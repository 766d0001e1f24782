import type { Account } from '../model/account.js';
import type { User } from '../model/user.js';
import type { SessionDraft } from '../session/strategy/session-strategy.port.js';

/** The user who signed in, as stored. */
export interface Registered {
  readonly user: User;
  readonly account: Account;
  /** Undefined if there is no adapter. */
  readonly isNewUser?: boolean;
  /** The session, if it has already been stored together with a new user. */
  readonly session?: SessionDraft;
  /** Whether the account was added to a user who was stored before. */
  readonly isAdded?: true;
  /** Whether the user was signed in, and added the account. */
  readonly continues?: true;
}
