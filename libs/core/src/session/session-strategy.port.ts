import type { AdapterSession, AdapterUser } from '../adapter/adapter-rows.js';
import type { SessionContext } from '../exchange/session-context.js';
import type { Account } from '../model/account.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { Profile } from '../model/profile.js';
import type { Session } from '../model/session.js';
import type { User } from '../model/user.js';
import type { SessionOwner } from '../session-records/listed-session.js';
import type { ProvenIdToken } from '../session-records/provider-facts.js';

/** Who reads a session: a client gets what the callback allows, the server gets the user. */
export type Audience = 'client' | 'server';

/** What the client sent to update its session. */
export interface SessionUpdate {
  readonly data: unknown;
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
  /** Of an OpenID provider. */
  readonly idToken?: ProvenIdToken;
  /** The session that was stored together with a new user. */
  readonly session?: SessionDraft;
}

/** State of a stateless session in its store; a `stale` one continues, with a reissued token. */
export type SessionState = 'live' | 'stale' | 'revoked';

/** One way to keep a session. */
export interface SessionStrategy {
  /**
   * Reads the session of a request, extends it when it is due, and clears what is left of an ended
   * one.
   * @throws {SessionTokenError | JWTSessionError} when the session could not be read
   */
  read(
    ctx: SessionContext,
    audience: Audience,
    update?: SessionUpdate,
  ): MaybePromise<Session | null>;
  /**
   * Starts a session with a new value, and ends the one that the request came with.
   * @returns the id of its user, as {@link currentUserId} will return it; undefined where a callback
   * refused the session
   */
  open(ctx: SessionContext, signedIn: SignedIn): Promise<string | undefined>;
  /** Ends the session. @throws {SignOutError} when the store refuses; the session continues */
  close(ctx: SessionContext): Promise<void>;
  /** The stored user of the session, for linking; null without a session or an adapter. */
  currentUser(ctx: SessionContext): Promise<AdapterUser | null>;
  /** Id of the user of the session, also where no adapter stores the user; null without a session. */
  currentUserId(ctx: SessionContext): Promise<string | null>;
  /** The owner of the session and its key in the store; null without a session that has a key. */
  owner(ctx: SessionContext): Promise<SessionOwner | null>;
  /** Gives the session of a request a new id, after a mark has ended all sessions of its user. */
  reissue(ctx: SessionContext, provider?: string | null): Promise<void>;
}
