import { Injectable } from '@nestjs/common';
import type { AdapterUser } from '../../adapter/adapter-rows.js';
import { AuthError } from '../../errors/auth.error.js';
import { JWTSessionError, SessionTokenError, SignOutError } from '../../errors/internal.errors.js';
import { FreshAuthRequired } from '../../errors/sign-in.errors.js';
import { toError } from '../../errors/to-error.js';
import type { SessionContext } from '../../request/context/session-context.js';
import type { SessionFacts } from '../../feature-port/session-facts.js';
import { isPromiseLike, type MaybePromise } from '../../model/maybe-promise.js';
import type { Account } from '../../model/account.js';
import type { Session } from '../../model/session.js';
import { DatabaseOpeningService } from '../stored/database-opening.service.js';
import { DatabaseSessionStrategy } from '../stored/database-session.strategy.js';
import { JwtSessionStrategy } from '../stateless/jwt-session.strategy.js';
import { freshUntil } from '../token/freshness.js';
import type { SessionOwner } from '../records/listed-session.js';
import type {
  Audience,
  SessionDraft,
  SessionStrategy,
  SessionUpdate,
  SignedIn,
} from '../strategy/session-strategy.port.js';

/**
 * Reads, starts and ends sessions with the configured strategy.
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
   * Returns the session of a request, or null. Extends a session that is due, and clears the
   * cookies of an ended one, in `ctx.cookies`.
   * @throws {JWTSessionError | SessionTokenError} if the session could not be read because the
   * store or a callback failed; the user may still be signed in
   */
  read(
    ctx: SessionContext,
    audience: Audience,
    update?: SessionUpdate,
  ): MaybePromise<Session | null> {
    try {
      const session = this.strategyOf(ctx).read(ctx, audience, update);
      const { session: callback } = ctx.config.callbacks;
      const view = callback && ((read: Session | null) => orNone(audience, read));
      if (!isPromiseLike(session)) return view ? view(session) : session;
      return session.then(view, (thrown: unknown) => {
        throw unreadable(ctx, thrown);
      });
    } catch (thrown) {
      throw unreadable(ctx, thrown);
    }
  }

  /**
   * Starts a session, and ends the browser's previous one.
   * @returns the id of the user; undefined if a callback refused the session
   */
  open(ctx: SessionContext, signedIn: SignedIn): Promise<string | undefined> {
    return this.strategyOf(ctx).open(ctx, signedIn);
  }

  /** Prepares a session to store with a new user, for {@link open}; undefined if stateless. */
  draft(
    ctx: SessionContext,
    account: Pick<Account, 'provider'>,
    facts?: SessionFacts,
  ): SessionDraft | undefined {
    if (ctx.config.session.strategy === 'jwt') return undefined;
    return this.drafts.draft(ctx, account, facts);
  }

  /**
   * Checks whether all sessions of a user ended after the one that this request opens started.
   * @throws {AccessEnded} if they did
   */
  assertAccess(ctx: SessionContext, user: AdapterUser): Promise<void> {
    return this.strategyOf(ctx).assertAccess(ctx, user);
  }

  /** Ends the session of a request. @throws {SignOutError} if the store fails */
  async close(ctx: SessionContext): Promise<void> {
    await this.strategyOf(ctx).close(ctx);
  }

  /** Returns the user and the key of the session; null if there is no session with a key. */
  owner(ctx: SessionContext): Promise<SessionOwner | null> {
    return this.strategyOf(ctx).owner(ctx);
  }

  /** Returns the user of a session that is over, if the request has one that can still be read. */
  overUserId(ctx: SessionContext): Promise<string | null> {
    return this.strategyOf(ctx).overUserId(ctx);
  }

  /**
   * Gives the session of a request a new id, after all sessions of its user were ended.
   * @returns false if it was ended itself meanwhile
   */
  reissue(ctx: SessionContext): Promise<boolean> {
    return this.strategyOf(ctx).reissue(ctx);
  }

  /**
   * Checks that the user has proven lately who they are, before something that lasts is changed.
   * @param maxAge - of the proof, in seconds
   * @throws {FreshAuthRequired} if not, or nobody is signed in
   */
  async assertFresh(
    ctx: SessionContext,
    maxAge = ctx.config.account.freshness.default,
  ): Promise<void> {
    if (!keepsProof(ctx)) return;
    const session = await this.read(ctx, 'server');
    const isFresh = session !== null && freshUntil(session, maxAge) > Date.now();
    // The callback of the application takes time, in which the session may have ended.
    if (isFresh && (await this.currentUserId(ctx)) !== null) return;
    throw new FreshAuthRequired(`it is more than ${maxAge} s since the user proved who they are`);
  }

  /** Returns the stored user of the session; null if there is no session or no adapter. */
  currentUser(ctx: SessionContext): Promise<AdapterUser | null> {
    return this.strategyOf(ctx).currentUser(ctx);
  }

  /** Returns the id of the session's user, who need not be stored; null if there is no session. */
  currentUserId(ctx: SessionContext): Promise<string | null> {
    return this.strategyOf(ctx).currentUserId(ctx);
  }

  /**
   * Like `currentUserId`, for a sign-out that needs the user once the session has ended.
   * @throws {SignOutError} if the session cannot be read; nothing has ended then
   */
  async leavingUserId(ctx: SessionContext): Promise<string | null> {
    try {
      return await this.currentUserId(ctx);
    } catch (thrown) {
      throw new SignOutError('the session could not be read', { err: toError(thrown) });
    }
  }

  private strategyOf({ config }: SessionContext): SessionStrategy {
    return config.session.strategy === 'jwt' ? this.jwt : this.database;
  }
}

/**
 * Returns null on the server for a session that the `session` callback has emptied. A client gets
 * the callback's own result.
 * @see docs/design/wire-contract.md 8.3
 */
function orNone(audience: Audience, session: Session | null): Session | null {
  if (!session || audience === 'client') return session;
  return Object.values(session).some((member) => member !== undefined) ? session : null;
}

/** Whether sessions know when their user proved anything; rows of Auth.js adapters do not. */
function keepsProof({ config: { adapter, session } }: SessionContext): boolean {
  return session.strategy === 'jwt' || adapter?.columns.has('sessions.authTime') === true;
}

function unreadable({ config }: SessionContext, thrown: unknown): AuthError {
  const details = { err: toError(thrown) };
  return config.session.strategy === 'jwt'
    ? new JWTSessionError('the session could not be read', details)
    : new SessionTokenError('the session could not be read', details);
}
