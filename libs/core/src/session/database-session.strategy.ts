import { Injectable } from '@nestjs/common';
import type { AdapterSession, AdapterUser } from '../adapter/adapter.port.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { isSessionToken } from '../config/is-session-token.js';
import { MissingAdapter } from '../errors/configuration.errors.js';
import { AuthError } from '../errors/auth.error.js';
import { SignOutError } from '../errors/internal.errors.js';
import { toError } from '../errors/to-error.js';
import { EventsService } from '../events/events.service.js';
import type { SessionContext } from '../exchange/session-context.js';
import type { Account } from '../model/account.js';
import type { Session } from '../model/session.js';
import type { User } from '../model/user.js';
import { Extensions } from './extensions.js';
import type { SessionOwner } from './listed-session.js';
import { factColumns, providerFacts, type ProvenIdToken } from './provider-facts.js';
import { ProviderMarksService } from './provider-marks.service.js';
import { isOfAnotherRealm, presentedToken } from './presented-session-token.js';
import {
  clearOthers,
  clearSessionCookie,
  findSessionCookie,
  writeSessionCookie,
} from './session-cookie.js';
import { SessionLimitService } from './session-limit.service.js';
import type {
  Audience,
  SessionDraft,
  SessionStrategy,
  SessionUpdate,
  SignedIn,
} from './session-strategy.port.js';
import { viewSession } from './session-view.js';
import { storeSession } from './store-session.js';
import { dueChange, storedFacts } from './stored-session-facts.js';
import { extendedEnd, isDate, isEnded } from './stored-session-life.js';
import { storedPlaces, storedToken } from './stored-token.js';

/** A session that a request presents, as the adapter has it. */
interface StoredSession {
  /** As in the cookie. */
  readonly token: string;
  /** As in the table. */
  readonly stored: string;
  readonly session: AdapterSession;
  readonly user: AdapterUser;
}

/**
 * Database sessions: the cookie holds a random token, the table the rest.
 * @see docs/design/wire-contract.md D-9, 8.2; docs/design/decisions.md 2, 3, 6
 */
@Injectable()
export class DatabaseSessionStrategy implements SessionStrategy {
  private readonly extensions = new Extensions();

  constructor(
    private readonly events: EventsService,
    private readonly limit: SessionLimitService,
    private readonly marks: ProviderMarksService,
  ) {}

  async read(
    ctx: SessionContext,
    audience: Audience,
    update?: SessionUpdate,
  ): Promise<Session | null> {
    const found = await this.find(ctx);
    if (!found) return null;
    const expires = await this.extend(ctx, found);
    if (!expires) return null;
    const { user } = found;
    const callback = update
      ? { user, newSession: update.data, trigger: 'update' as const }
      : { user };
    const session = await viewSession(
      ctx,
      { user, expires: expires.toISOString(), callback },
      audience,
    );
    await this.events.emit(ctx, 'session', { session });
    return session;
  }

  async open(ctx: SessionContext, { user, account, session, idToken }: SignedIn): Promise<string> {
    if (!isStored(user)) throw new AuthError('a database session needs a user with an id');
    const replaced = presentedToken(ctx);
    const { token, row } = session ?? this.draft(ctx, account, idToken);
    if (!session) {
      const begun = { userId: user.id, key: row.sessionToken, replaced: placesOf(ctx, replaced) };
      await this.limit.assertRoom(ctx, begun);
      await storeSession(adapterOf(ctx), { user, account, row });
      await this.limit.enforce(ctx, begun);
    }
    await this.endIfOver(ctx, row, idToken);
    // Only now, so that a failure above leaves the browser with the session it had.
    if (replaced !== undefined) await this.remove(ctx, replaced);
    writeSessionCookie(ctx, token, row.expires);
    return user.id;
  }

  /** @throws {AuthError} when `session.generateSessionToken` answers what can be guessed */
  draft(
    ctx: SessionContext,
    { provider }: Pick<Account, 'provider'>,
    idToken?: ProvenIdToken,
  ): SessionDraft {
    const generated = ctx.config.session.generateSessionToken();
    if (!isSessionToken(generated)) {
      throw new AuthError(
        'session.generateSessionToken must answer at least 128 random bits as a text',
      );
    }
    const token = ctx.config.session.tokenPrefix + generated;
    const now = Date.now();
    const expires = extendedEnd(ctx.config, now, new Date(now));
    const sessionToken = storedToken(ctx.config.session.tokenAtRest, token);
    const facts = storedFacts(ctx, { now: new Date(now), provider });
    const ofProvider = factColumns(providerFacts(ctx.config, idToken));
    return { token, row: { sessionToken, expires, ...facts, ...ofProvider } };
  }

  /** A notice of the provider came during the sign-in: its marks are there, or it finds the row. */
  private async endIfOver(
    ctx: SessionContext,
    { sessionToken }: SessionDraft['row'],
    idToken: ProvenIdToken | undefined,
  ): Promise<void> {
    try {
      await this.marks.assertAlive(ctx.config, providerFacts(ctx.config, idToken));
    } catch (thrown) {
      await adapterOf(ctx).deleteSession(sessionToken);
      throw thrown;
    }
  }

  async close(ctx: SessionContext): Promise<void> {
    if (findSessionCookie(ctx).names.length === 0) return;
    const token = presentedToken(ctx);
    if (token === undefined) return clearSessionCookie(ctx);
    try {
      const session = await this.remove(ctx, token);
      clearSessionCookie(ctx);
      ctx.logger.info('signed out', { userId: session?.userId });
      await this.events.emit(ctx, 'signOut', { session });
    } catch (thrown) {
      // Saying "signed out" while the row lives on would be a lie.
      // @see docs/design/security-bar.md D05
      throw new SignOutError('the session could not be deleted', { err: toError(thrown) });
    }
  }

  async currentUser(ctx: SessionContext): Promise<AdapterUser | null> {
    return (await this.find(ctx))?.user ?? null;
  }

  async currentUserId(ctx: SessionContext): Promise<string | null> {
    return (await this.currentUser(ctx))?.id ?? null;
  }

  async owner(ctx: SessionContext): Promise<SessionOwner | null> {
    const found = await this.find(ctx);
    return found && { userId: found.user.id, key: found.stored };
  }

  /** Its row stays: database sessions end one by one. */
  async reissue(): Promise<void> {}

  /** The session of the request; what is left of a dead one is removed on the way. */
  private async find(ctx: SessionContext): Promise<StoredSession | null> {
    const { names } = findSessionCookie(ctx);
    if (names.length === 0) return null;
    const token = presentedToken(ctx);
    // Another realm's is left: on a host that they share, clearing it would sign somebody out there.
    if (token === undefined) return isOfAnotherRealm(ctx) ? null : this.forget(ctx);
    const found = await this.locate(ctx, token);
    if (!found || !isDate(found.session?.expires)) return this.forget(ctx);
    if (isEnded(ctx.config, found.session)) {
      if (!ctx.readOnly) await attempt(ctx, adapterOf(ctx).deleteSession(found.stored));
      return this.forget(ctx);
    }
    if (names.length > 1) {
      clearOthers(
        ctx,
        ctx.cookieDefinitions.sessionToken,
        new Set([ctx.cookieDefinitions.sessionToken.name]),
      );
    }
    return found;
  }

  private async locate(ctx: SessionContext, token: string): Promise<StoredSession | null> {
    for (const stored of placesOf(ctx, token)) {
      const row = await adapterOf(ctx).getSessionAndUser(stored);
      if (row?.user) return { token, stored, session: row.session, user: row.user };
    }
    return null;
  }

  /** Deletes the session of a token; also the row of a user who is gone, which is not located. */
  private async remove(ctx: SessionContext, token: string): Promise<AdapterSession | null> {
    const [usual] = placesOf(ctx, token);
    const stored = (await this.locate(ctx, token))?.stored ?? usual;
    if (stored === undefined) return null;
    return (await adapterOf(ctx).deleteSession(stored)) ?? null;
  }

  /**
   * @returns null where the session ended while this request was under way. Its cookie is left
   * alone: a sign-in that replaced the session may have set another one since.
   */
  private async extend(
    ctx: SessionContext,
    { token, stored, session }: StoredSession,
  ): Promise<Date | null> {
    const due = ctx.readOnly ? undefined : dueChange(ctx, session);
    if (!due) return session.expires;
    const adapter = adapterOf(ctx);
    const extending = this.extensions.run(adapter, stored, async () => {
      const updated = await adapter.updateSession({ sessionToken: stored, ...due });
      return updated === null ? null : (due.expires ?? session.expires);
    });
    const end = await attempt(ctx, extending);
    if (end === undefined) return session.expires;
    if (end && due.expires) writeSessionCookie(ctx, token, end);
    return end;
  }

  private forget(ctx: SessionContext): null {
    clearSessionCookie(ctx);
    return null;
  }
}

function isStored(user: User): user is AdapterUser {
  return user.id !== undefined;
}

function adapterOf({ config }: SessionContext): CompleteAdapter {
  if (!config.adapter) throw new MissingAdapter('adapter: database sessions need one');
  return config.adapter;
}

/**
 * A write that nobody asked for: a store that can only be read still says who is signed in.
 * @returns undefined when it failed, which is logged
 */
async function attempt<T>({ logger }: SessionContext, writing: Promise<T>): Promise<T | undefined> {
  try {
    return await writing;
  } catch (thrown) {
    logger.error(toError(thrown));
    return undefined;
  }
}

function placesOf({ config }: SessionContext, token: string | undefined): ReadonlySet<string> {
  return new Set(token === undefined ? [] : storedPlaces(config.session.tokenAtRest, token));
}
