import type { Account } from '../model/account.js';
import type { User } from '../model/user.js';
import type { SessionDraft } from '../session/session-strategy.port.js';

/** Who signed in, as it is stored. */
export interface Registered {
  readonly user: User;
  readonly account: Account;
  /** Undefined without an adapter. */
  readonly isNewUser?: boolean;
  /** Stored already, together with a new user. */
  readonly session?: SessionDraft;
}
