import type { AdapterSession, AdapterUser } from '../adapter/adapter-rows.js';
import type { Account } from '../model/account.js';
import type { JWT } from '../model/jwt.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { Profile } from '../model/profile.js';
import type { Session } from '../model/session.js';
import type { User } from '../model/user.js';

/**
 * The message of each event.
 * @see docs/design/wire-contract.md 9.2
 */
export interface AuthEvents {
  /** Right after a user was stored. */
  createUser: { user: User };
  updateUser: { user: User };
  /** Right after an account was linked. */
  linkAccount: { user: User | AdapterUser; account: Account; profile: User | AdapterUser };
  /** After the session was prepared, before the redirect. */
  signIn: { user: User; account: Account | null; profile?: Profile; isNewUser?: boolean };
  signOut: { session: AdapterSession | null | undefined | void } | { token: JWT | null };
  /** After sessions of a user were ended through `SessionService`; `ids` as it lists them. */
  revokeSessions: { userId: string; ids: readonly string[] | 'all' };
  /** After tokens of a provider were refreshed. */
  refreshTokens: {
    userId: string;
    provider: string;
    providerAccountId: string;
    scopes: readonly string[];
  };
  /** A provider refuses the refresh token, or a stored token cannot be opened: once for each. */
  loseTokens: {
    userId: string;
    provider: string;
    providerAccountId: string;
    reason: 'refused' | 'unreadable';
  };
  /**
   * A provider has ended sessions. `sessions` is null for stateless ones, whose number is unknown,
   * and `userIds` is empty then. Each stored session also emits `signOut`.
   */
  backchannelLogout: {
    provider: string;
    userIds: readonly string[];
    sessions: number | null;
    by: 'sid' | 'sub' | 'both';
  };
  /** End of a successful session read. */
  session: { session: Session; token?: JWT };
}

/** Name of an event. */
export type AuthEventName = keyof AuthEvents;

/** Handlers of the `events` option. Awaited in order; a failing one is logged and otherwise ignored. */
export type EventHandlers = {
  [E in AuthEventName]: (message: AuthEvents[E]) => MaybePromise<unknown>;
};
