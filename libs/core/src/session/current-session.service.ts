import { Injectable } from '@nestjs/common';
import type { AdapterUser } from '../adapter/adapter-rows.js';
import { AuthError } from '../errors/auth.error.js';
import { JWTSessionError, SessionTokenError } from '../errors/internal.errors.js';
import { toError } from '../errors/to-error.js';
import type { SessionContext } from '../exchange/session-context.js';
import { isPromiseLike, type MaybePromise } from '../model/maybe-promise.js';
import type { Account } from '../model/account.js';
import type { Session } from '../model/session.js';
import { DatabaseOpeningService } from './database-opening.service.js';
import { DatabaseSessionStrategy } from './database-session.strategy.js';
import { JwtSessionStrategy } from './jwt-session.strategy.js';
import type { SessionOwner } from '../session-records/listed-session.js';
import type { ProvenIdToken } from '../session-records/provider-facts.js';
import type {
  Audience,
  SessionDraft,
  SessionStrategy,
  SessionUpdate,
  SignedIn,
} from './session-strategy.port.js';

/**
 * Sessions of either strategy.
 * @see docs/design/wire-contract.md 8
 */
@Injectable()
export class CurrentSessionService {
  constructor(
    private readonly jwt: JwtSessionStrategy,
    private readonly database: DatabaseSessionStrategy,
    private readonly drafts: DatabaseOpeningService,
  ) {}

  /**
   * The session of a request, or null. Extends it and clears what is left of an ended one, on
   * `ctx.cookies`.
   * @throws {JWTSessionError | SessionTokenError} when it could not be read, because the store or a
   * callback failed: that is not "signed out"
   */
  read(
    ctx: SessionContext,
    audience: Audience,
    update?: SessionUpdate,
  ): MaybePromise<Session | null> {
    try {
      const session = this.strategyOf(ctx).read(ctx, audience, update);
      if (!isPromiseLike(session)) return session;
      return session.then(undefined, (thrown: unknown) => {
        throw unreadable(ctx, thrown);
      });
    } catch (thrown) {
      throw unreadable(ctx, thrown);
    }
  }

  /**
   * Starts a session and ends the one that the request came with.
   * @returns the id of its user; undefined where a callback refused the session
   */
  open(ctx: SessionContext, signedIn: SignedIn): Promise<string | undefined> {
    return this.strategyOf(ctx).open(ctx, signedIn);
  }

  /** A session to store together with a new user, for {@link open}; undefined if none is stored. */
  draft(
    ctx: SessionContext,
    account: Pick<Account, 'provider'>,
    idToken?: ProvenIdToken,
  ): SessionDraft | undefined {
    if (ctx.config.session.strategy === 'jwt') return undefined;
    return this.drafts.draft(ctx, account, idToken);
  }

  /** Ends the session of a request. @throws {SignOutError} when the store refuses */
  async close(ctx: SessionContext): Promise<void> {
    await this.strategyOf(ctx).close(ctx);
  }

  /** The owner of the session and its key in the store; null without a session that has a key. */
  owner(ctx: SessionContext): Promise<SessionOwner | null> {
    return this.strategyOf(ctx).owner(ctx);
  }

  /** Gives the session of a request a new id, after a mark has ended all sessions of its user. */
  reissue(ctx: SessionContext, provider?: string | null): Promise<void> {
    return this.strategyOf(ctx).reissue(ctx, provider);
  }

  /** The stored user of the session; null without a session or an adapter. */
  currentUser(ctx: SessionContext): Promise<AdapterUser | null> {
    return this.strategyOf(ctx).currentUser(ctx);
  }

  /** Id of the user of the session, also where no adapter stores the user; null without a session. */
  currentUserId(ctx: SessionContext): Promise<string | null> {
    return this.strategyOf(ctx).currentUserId(ctx);
  }

  private strategyOf({ config }: SessionContext): SessionStrategy {
    return config.session.strategy === 'jwt' ? this.jwt : this.database;
  }
}

function unreadable({ config }: SessionContext, thrown: unknown): AuthError {
  const details = { err: toError(thrown) };
  return config.session.strategy === 'jwt'
    ? new JWTSessionError('the session could not be read', details)
    : new SessionTokenError('the session could not be read', details);
}
