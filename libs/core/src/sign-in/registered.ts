import type { Account } from '../model/account.js';
import type { User } from '../model/user.js';
import type { SessionDraft } from '../session/session-strategy.port.js';

/** The user who signed in, as stored. */
export interface Registered {
  readonly user: User;
  readonly account: Account;
  /** Undefined without an adapter. */
  readonly isNewUser?: boolean;
  /** Stored already, together with a new user. */
  readonly session?: SessionDraft;
}
