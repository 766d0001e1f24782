import { Injectable } from '@nestjs/common';
import type { AdapterSession, AdapterUser } from '../adapter/adapter.port.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { isSessionToken, LONGEST_SESSION_TOKEN } from '../config/is-session-token.js';
import { sha256Hex } from '../crypto/sha256.js';
import { MissingAdapter } from '../errors/configuration.errors.js';
import { AuthError } from '../errors/auth.error.js';
import { SignOutError } from '../errors/internal.errors.js';
import { toError } from '../errors/to-error.js';
import { EventsService } from '../events/events.service.js';
import type { SessionContext } from '../exchange/session-context.js';
import type { Session } from '../model/session.js';
import { Extensions } from './extensions.js';
import {
  clearOthers,
  clearSessionCookie,
  findSessionCookie,
  writeSessionCookie,
} from './session-cookie.js';
import type {
  Audience,
  SessionDraft,
  SessionStrategy,
  SessionUpdate,
  SignedIn,
} from './session-strategy.port.js';
import { viewSession } from './session-view.js';
import { dueExtension, extendedEnd, isDate, isEnded } from './stored-session-life.js';

interface Found {
  /** As in the cookie. */
  readonly token: string;
  /** As in the table. */
  readonly stored: string;
  readonly session: AdapterSession;
  readonly user: AdapterUser;
}

/**
 * Database sessions: the cookie holds a random token, the table the rest.
 * @see specification, States and transitions; wire contract 8.2; design decisions 2, 3, 6
 */
@Injectable()
export class DatabaseSessionStrategy implements SessionStrategy {
  private readonly extensions = new Extensions();

  constructor(private readonly events: EventsService) {}

  async read(
    ctx: SessionContext,
    audience: Audience,
    update?: SessionUpdate,
  ): Promise<Session | null> {
    const found = await this.find(ctx);
    if (!found) return null;
    const expires = await this.extend(ctx, found);
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

  async open(ctx: SessionContext, { user, session }: SignedIn): Promise<void> {
    const adapter = adapterOf(ctx);
    if (user.id === undefined) throw new AuthError('a database session needs a user with an id');
    const { token, row } = session ?? this.draft(ctx);
    if (!session) await adapter.createSession({ ...row, userId: user.id });
    // Only now, so that a failure above leaves the browser with the session it had.
    const replaced = presentedToken(ctx);
    if (replaced !== undefined) await adapter.deleteSession(atRest(ctx, replaced));
    writeSessionCookie(ctx, token, row.expires);
  }

  /** @throws {AuthError} when `session.generateSessionToken` answers what can be guessed */
  draft(ctx: SessionContext): SessionDraft {
    const token = ctx.config.session.generateSessionToken();
    if (!isSessionToken(token)) {
      throw new AuthError(
        'session.generateSessionToken must answer at least 128 random bits as a text',
      );
    }
    const now = Date.now();
    const expires = extendedEnd(ctx.config, now, new Date(now));
    const createdAt = storesCreation(ctx) ? { createdAt: new Date(now) } : {};
    return { token, row: { sessionToken: atRest(ctx, token), expires, ...createdAt } };
  }

  async close(ctx: SessionContext): Promise<void> {
    if (findSessionCookie(ctx).names.length === 0) return;
    const token = presentedToken(ctx);
    if (token === undefined) return clearSessionCookie(ctx);
    try {
      const session = await adapterOf(ctx).deleteSession(atRest(ctx, token));
      clearSessionCookie(ctx);
      ctx.logger.debug('signed out', { userId: session?.userId });
      await this.events.emit(ctx, 'signOut', { session });
    } catch (thrown) {
      // Saying "signed out" while the row lives on would be a lie. @see security bar D05
      throw new SignOutError('the session could not be deleted', { err: toError(thrown) });
    }
  }

  async currentUser(ctx: SessionContext): Promise<AdapterUser | null> {
    return (await this.find(ctx))?.user ?? null;
  }

  /** The session of the request; what is left of a dead one is removed on the way. */
  private async find(ctx: SessionContext): Promise<Found | null> {
    const { names } = findSessionCookie(ctx);
    if (names.length === 0) return null;
    const token = presentedToken(ctx);
    if (token === undefined) return this.forget(ctx);
    const stored = atRest(ctx, token);
    const row = await adapterOf(ctx).getSessionAndUser(stored);
    if (!row?.user || !isDate(row.session?.expires)) return this.forget(ctx);
    if (isEnded(ctx.config, row.session)) {
      if (!ctx.readOnly) await attempt(ctx, adapterOf(ctx).deleteSession(stored));
      return this.forget(ctx);
    }
    if (names.length > 1) {
      clearOthers(ctx, ctx.cookieDefinitions.sessionToken, new Set([nameOf(ctx)]));
    }
    return { token, stored, session: row.session, user: row.user };
  }

  private async extend(ctx: SessionContext, { token, stored, session }: Found): Promise<Date> {
    const due = ctx.readOnly ? undefined : dueExtension(ctx.config, session);
    if (!due) return session.expires;
    const adapter = adapterOf(ctx);
    const extending = this.extensions.run(adapter, stored, async () => {
      await adapter.updateSession({ sessionToken: stored, ...due });
      return due.expires;
    });
    const end = await attempt(ctx, extending);
    if (!end) return session.expires;
    writeSessionCookie(ctx, token, end);
    return end;
  }

  private forget(ctx: SessionContext): null {
    clearSessionCookie(ctx);
    return null;
  }
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

/** The whole cookie; a database token never comes in parts. */
function presentedToken(ctx: SessionContext): string | undefined {
  const whole = findSessionCookie(ctx).forms.find(({ names }) => names.includes(nameOf(ctx)));
  return whole !== undefined && whole.value.length <= LONGEST_SESSION_TOKEN
    ? whole.value
    : undefined;
}

function nameOf(ctx: SessionContext): string {
  return ctx.cookieDefinitions.sessionToken.name;
}

/** @see design decision 2; security bar I05 */
function atRest({ config }: SessionContext, token: string): string {
  return config.session.tokenAtRest === 'hashed' ? sha256Hex(token) : token;
}

function storesCreation({ config }: SessionContext): boolean {
  return config.adapter?.columns.has('sessions.createdAt') ?? false;
}
