import { Injectable } from '@nestjs/common';
import { isOver } from '../../adapter/access-end.js';
import type { AdapterSession, AdapterUser } from '../../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../../adapter/complete-adapter.js';
import { MissingAdapter } from '../../errors/configuration.errors.js';
import { SessionTokenError } from '../../errors/internal.errors.js';
import { toError } from '../../errors/to-error.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { FeaturesService } from '../../feature-port/features.service.js';
import { reportMismatch } from '../../logging/other-instances.js';
import { deleteSessionRow } from '../records/delete-session-row.js';
import { SessionEndNotifierService } from '../records/session-end-notifier.service.js';
import { isAhead, isDate, isEnded } from '../records/session-extension.js';
import { isOfAnotherRealm, presentedTokens } from './presented-tokens.js';
import { RepeatedCookieService } from '../strategy/repeated-cookie.service.js';
import { storedPlaces } from '../records/token-at-rest.js';

/** The session of a request, as stored by the adapter. */
export interface StoredSession {
  /** As in the cookie. */
  readonly token: string;
  /** As in the table. */
  readonly stored: string;
  readonly session: AdapterSession;
  readonly user: AdapterUser;
}

/** Finds and deletes the database session of a request. */
@Injectable()
export class StoredSessionService {
  constructor(
    private readonly features: FeaturesService,
    private readonly repeated: RepeatedCookieService,
    private readonly notifier: SessionEndNotifierService,
  ) {}

  /** Returns the session of the request; deletes an ended session and clears its cookies. */
  async find(ctx: SessionContext): Promise<StoredSession | null> {
    const presented = ctx.carrier.present();
    if (presented.names.length === 0) return null;
    const tokens = presentedTokens(ctx, presented.forms);
    // Another realm's token is kept: on a shared host, clearing it would sign the user out there.
    if (tokens.length === 0) return isOfAnotherRealm(ctx, presented) ? null : this.forget(ctx);
    const found = await this.locateOne(ctx, tokens, presented.isRepeated);
    if (!found) return this.forget(ctx);
    if (!isDate(found.session?.expires)) {
      ctx.logger.error(
        new SessionTokenError('the adapter returned a session whose `expires` is not a valid Date'),
      );
      return this.forget(ctx);
    }
    if (isEnded(ctx.config, found.session)) {
      if (!ctx.readOnly) {
        const deleting = deleteSessionRow(adapterOf(ctx), found.stored);
        await attempt(ctx, deleting, 'the row of an expired session was not deleted');
      }
      return this.forget(ctx);
    }
    // Neither deleted nor cleared: what was read is of two moments if users and sessions are in two
    // stores, and the session may be the one that goes on.
    if (isOver(found.session.createdAt, found.user)) return null;
    const facts = { columns: found.session };
    if (this.features.reads(ctx.config, facts) && !(await this.features.isAlive(ctx, facts)))
      return null;
    const { createdAt } = found.session;
    if (isDate(createdAt) && isAhead(createdAt, Date.now())) {
      reportMismatch(ctx.config, 'clock-behind');
    }
    if (presented.names.length > 1) {
      ctx.carrier.clear(new Set([ctx.cookieDefinitions.sessionToken.name]));
    }
    return found;
  }

  /**
   * Deletes the sessions of a request, and clears the cookies of a former configuration with them.
   * @returns the first of them; null if there was none
   */
  async removeAll(ctx: SessionContext, tokens: readonly string[]): Promise<AdapterSession | null> {
    const removed: AdapterSession[] = [];
    for (const token of tokens) {
      const session = await this.remove(ctx, token);
      if (session) removed.push(session);
    }
    if (removed.length > 0 && removed.length >= ctx.carrier.presentAll().length) {
      ctx.carrier.clearFormer();
    }
    return removed[0] ?? null;
  }

  /** Deletes the session of a token, even if `locate` skips the row because it has no user. */
  private async remove(ctx: SessionContext, token: string): Promise<AdapterSession | null> {
    for (const stored of placesOf(ctx, token)) {
      const session = await deleteSessionRow(adapterOf(ctx), stored);
      this.notifier.tellKey(ctx.config, stored);
      if (session) return session;
    }
    return null;
  }

  /**
   * Returns the newest of the sessions in a request; null if they belong to several users, since
   * one of them was planted.
   */
  private async locateOne(
    ctx: SessionContext,
    tokens: readonly string[],
    isRepeated: boolean,
  ): Promise<StoredSession | null> {
    const [only = '', ...others] = tokens;
    if (others.length === 0 && !isRepeated) return this.locate(ctx, only);
    const all = await Promise.all(tokens.map((token) => this.locate(ctx, token)));
    const found = all.filter((one) => one !== null);
    if (found.length > 0) this.repeated.report(ctx, found.length);
    const users = new Set(found.map(({ user }) => user.id));
    return users.size === 1 ? (found.sort(byStart)[0] ?? null) : null;
  }

  private async locate(ctx: SessionContext, token: string): Promise<StoredSession | null> {
    const adapter = adapterOf(ctx);
    for (const stored of placesOf(ctx, token)) {
      const row = await adapter.getSessionAndUser(stored);
      if (row?.user) return { token, stored, session: row.session, user: row.user };
    }
    return null;
  }

  private forget(ctx: SessionContext): null {
    ctx.carrier.clear();
    return null;
  }
}

/** Sorts the session that began last to the front. */
function byStart({ session: a }: StoredSession, { session: b }: StoredSession): number {
  return timeOf(b.createdAt ?? b.expires) - timeOf(a.createdAt ?? a.expires);
}

function timeOf(date: unknown): number {
  return isDate(date) ? date.getTime() : 0;
}

export function adapterOf({ config }: SessionContext): CompleteAdapter {
  if (!config.adapter) throw new MissingAdapter('adapter: is required for database sessions');
  return config.adapter;
}

/**
 * Awaits a write that may fail, so that a session can be read even if the store is read-only.
 * @param effect - for the log, what a failure causes
 * @returns undefined if the write failed, which is logged
 */
export async function attempt<T>(
  { logger }: SessionContext,
  writing: Promise<T>,
  effect: string,
): Promise<T | undefined> {
  try {
    return await writing;
  } catch (thrown) {
    logger.error(new SessionTokenError(effect, { err: toError(thrown) }));
    return undefined;
  }
}

/** The values to look up, computed lazily: the first usually matches, and the next needs a hash. */
export function placesOf({ config }: SessionContext, token: string | undefined): Iterable<string> {
  return token === undefined ? [] : storedPlaces(config.session.tokenAtRest, token);
}
