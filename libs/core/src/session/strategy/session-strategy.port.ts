import type { AdapterSession, AdapterUser } from '../../adapter/adapter-rows.js';
import type { SessionContext } from '../../request/context/session-context.js';
import type { SessionFacts } from '../../feature-port/session-facts.js';
import type { Account } from '../../model/account.js';
import type { MaybePromise } from '../../model/maybe-promise.js';
import type { Profile } from '../../model/profile.js';
import type { Session } from '../../model/session.js';
import type { User } from '../../model/user.js';
import type { SessionOwner } from '../records/listed-session.js';

/** Who reads a session: a client receives what the callback allows, the server the user. */
export type Audience = 'client' | 'server';

/** The data that the client sent to update its session. */
export interface SessionUpdate {
  readonly data: unknown;
  /** Whether the stored user has changed, so that a stateless session has to show it. */
  readonly isStoredUser?: true;
}

/** A database session that has no user yet. */
export interface SessionDraft {
  /** As in the cookie. */
  readonly token: string;
  /** As in the table. */
  readonly row: Omit<AdapterSession, 'userId'>;
}

/** A user who has just signed in. */
export interface SignedIn {
  readonly user: User;
  readonly account: Account;
  readonly profile?: Profile;
  readonly isNewUser?: boolean;
  /** What features add to the session. */
  readonly facts?: SessionFacts;
  /** The session that was stored together with a new user. */
  readonly session?: SessionDraft;
  /**
   * Whether the user was signed in, and added an account or a passkey. The session then continues
   * under a new token: its end and the session at the provider stay the same.
   */
  readonly continues?: true;
}

/** State of a stateless session in its store; a `stale` one continues, with a reissued token. */
export type SessionState = 'live' | 'stale' | 'revoked';

/** A kind of session: stateless, or in the database. */
export interface SessionStrategy {
  /**
   * Reads the session of a request, extends it if it is due, and clears the cookies of an ended
   * session.
   * @throws whatever a store or callback throws
   */
  read(
    ctx: SessionContext,
    audience: Audience,
    update?: SessionUpdate,
  ): MaybePromise<Session | null>;
  /**
   * Starts a session with a new token, and ends the browser's previous one.
   * @returns the id of the user, as {@link currentUserId} will return it; undefined if a callback
   * refused the session
   */
  open(ctx: SessionContext, signedIn: SignedIn): Promise<string | undefined>;
  /**
   * Checks whether all sessions of a user ended after the one that this request opens started.
   * @throws {AccessEnded} if they did
   */
  assertAccess(ctx: SessionContext, user: AdapterUser): Promise<void>;
  /** Ends the session. @throws {SignOutError} if the store fails; the session then continues */
  close(ctx: SessionContext): Promise<void>;
  /** Returns the stored user of the session; null if there is no session or no adapter. */
  currentUser(ctx: SessionContext): Promise<AdapterUser | null>;
  /** Returns the id of the session's user, who need not be stored; null if there is no session. */
  currentUserId(ctx: SessionContext): Promise<string | null>;
  /** Returns the user and the key of the session; null if there is no session with a key. */
  owner(ctx: SessionContext): Promise<SessionOwner | null>;
  /** Returns the user of a session that is over, if the request has one that can still be read. */
  overUserId(ctx: SessionContext): Promise<string | null>;
  /**
   * Gives the session of a request a new id, after all sessions of its user were ended.
   * @returns false if it was ended itself meanwhile
   */
  reissue(ctx: SessionContext): Promise<boolean>;
}
