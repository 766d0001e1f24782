import type { OptionGroup } from './option-group.js';
import { fn, object } from './option-test.js';
import type { AdapterSession, AdapterUser } from '../../adapter/adapter-rows.js';
import type { Account } from '../../model/account.js';
import type { JWT } from '../../model/jwt.js';
import type { MaybePromise } from '../../model/maybe-promise.js';
import type { Profile } from '../../model/profile.js';
import type { Session } from '../../model/session.js';
import type { User } from '../../model/user.js';

/**
 * The messages of the events, by name.
 * @see docs/design/wire-contract.md 9.2
 */
export interface AuthEvents {
  /** Emitted right after a user has been stored. */
  createUser: { user: User };
  updateUser: { user: User };
  /** Emitted right after an account has been linked. */
  linkAccount: { user: User | AdapterUser; account: Account; profile: User | AdapterUser };
  /** Emitted after the session has been prepared, before the redirect. */
  signIn: { user: User; account: Account | null; profile?: Profile; isNewUser?: boolean };
  /** Emitted after a person has set or changed the own password, and other sessions have ended. */
  changePassword: { user: User | AdapterUser };
  /** Emitted after a password was set by a mailed link, and all sessions have ended. */
  resetPassword: { user: User | AdapterUser };
  /** Emitted after an account has been unlinked. The account has no tokens. */
  unlinkAccount: { user: User; account: Account };
  /** Emitted after a user has proven again who they are. The account has no tokens. */
  reauthenticate: { user: User; account: Account };
  signOut: { session: AdapterSession | null | undefined | void } | { token: JWT | null };
  /** Emitted after `SessionService` has ended sessions of a user; `ids` are those that it lists. */
  revokeSessions: { userId: string; ids: readonly string[] | 'all' };
  /** Emitted after the address of a user was changed, or restored; `user` has the new one. */
  changeEmail: { user: User; from: string; to: string };
  /** Emitted after a user was deleted. */
  deleteUser: { user: User };
  /** Emitted after tokens of a provider have been refreshed. */
  refreshTokens: {
    userId: string;
    provider: string;
    providerAccountId: string;
    scopes: readonly string[];
  };
  /** Emitted once for each token that the provider refuses to refresh or that cannot be opened. */
  loseTokens: {
    userId: string;
    provider: string;
    providerAccountId: string;
    reason: 'refused' | 'unreadable';
  };
  /**
   * Emitted after a provider has ended sessions. For stateless ones `sessions` is null, since their
   * number is unknown, and `userIds` is empty. For each stored session `signOut` is emitted too.
   */
  backchannelLogout: {
    provider: string;
    userIds: readonly string[];
    sessions: number | null;
    by: 'sid' | 'sub' | 'both';
  };
  /** Emitted after a session has been read successfully. */
  session: { session: Session; token?: JWT };
}

/** Name of an event. */
export type AuthEventName = keyof AuthEvents;

/** Handlers of the `events` option. Awaited in order; errors are logged and otherwise ignored. */
export type EventHandlers = {
  [E in AuthEventName]: (message: AuthEvents[E]) => MaybePromise<unknown>;
};

/** The group of the option `events`. */
export const eventsGroup = {
  tests: { events: object },
  members: {
    events: {
      createUser: fn,
      updateUser: fn,
      linkAccount: fn,
      unlinkAccount: fn,
      reauthenticate: fn,
      signIn: fn,
      changePassword: fn,
      resetPassword: fn,
      signOut: fn,
      revokeSessions: fn,
      changeEmail: fn,
      deleteUser: fn,
      backchannelLogout: fn,
      refreshTokens: fn,
      loseTokens: fn,
      session: fn,
    },
  },
} as const satisfies OptionGroup<'events'>;
