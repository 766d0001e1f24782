import { Injectable } from '@nestjs/common';
import type { AdapterSession, AdapterUser } from '../../adapter/adapter-rows.js';
import { AuthError } from '../../errors/auth.error.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { FeaturesService } from '../../feature-port/features.service.js';
import type { SessionFacts } from '../../feature-port/session-facts.js';
import type { Account } from '../../model/account.js';
import { isSessionToken } from '../../model/is-session-token.js';
import type { User } from '../../model/user.js';
import { deleteSessionRow } from '../records/delete-session-row.js';
import { SessionLimitService } from '../records/session-limit.service.js';
import { newSessionFacts } from '../records/new-session-facts.js';
import { extendedEnd, isDate } from '../records/session-extension.js';
import { assertAccess } from '../strategy/access-ended.js';
import { endedMeanwhile } from '../strategy/ended-meanwhile.js';
import { presentedTokens } from './presented-tokens.js';
import type { SessionDraft, SignedIn } from '../strategy/session-strategy.port.js';
import { insertSession } from './insert-session.js';
import { adapterOf, placesOf, StoredSessionService } from './stored-session.service.js';
import { storedToken } from '../records/token-at-rest.js';

/** How a session begins. */
interface Beginning {
  readonly account: Pick<Account, 'provider'>;
  readonly facts?: SessionFacts;
  /** The session that continues under a new token. */
  readonly before?: AdapterSession;
}

/** Starts database sessions. */
@Injectable()
export class DatabaseOpeningService {
  constructor(
    private readonly stored: StoredSessionService,
    private readonly limit: SessionLimitService,
    private readonly features: FeaturesService,
  ) {}

  /** Starts a session at sign-in, and ends the browser's previous one. */
  async open(ctx: SessionContext, signedIn: SignedIn): Promise<string> {
    const { user, account, session } = signedIn;
    if (!isStored(user)) throw new AuthError('a database session needs a user with an id');
    const replaced = presentedTokens(ctx);
    const before = signedIn.continues && (await this.live(ctx, user));
    if (!before && !session) assertAccess(ctx, user);
    const facts = before ? this.features.kept(ctx.config, { columns: before }) : signedIn.facts;
    const { token, row } = session ?? this.make(ctx, { account, facts, before });
    const begun = {
      userId: user.id,
      user,
      key: row.sessionToken,
      replaced: new Set(replaced.flatMap((one) => [...placesOf(ctx, one)])),
    };
    if (!session) {
      if (!before) await this.limit.assertRoom(ctx, begun);
      await insertSession(adapterOf(ctx), { user, account, row });
      if (before) await this.endIfReplacedEnded(ctx, row, user);
    }
    await this.endIfOver(ctx, row, facts);
    // After all that may refuse the session, as others end here. One that continues counts too:
    // several requests may continue the same session.
    if (!session) await this.limit.enforce(ctx, begun);
    // Done last, so that a failure above leaves the browser's previous session intact.
    const removed = await this.stored.removeAll(ctx, replaced);
    // Adapters of Auth.js do not say whether they have deleted anything.
    const tells = adapterOf(ctx).has('addToUser');
    if (before && tells && replaced.length > 0 && !removed) await this.endAsReplaced(ctx, row);
    ctx.carrier.write(token, row.expires);
    return user.id;
  }

  /**
   * Prepares a session without storing it.
   * @throws {AuthError} if `session.generateSessionToken` returns a token that can be guessed
   */
  draft(
    ctx: SessionContext,
    account: Pick<Account, 'provider'>,
    facts?: SessionFacts,
  ): SessionDraft {
    return this.make(ctx, { account, facts });
  }

  private make(ctx: SessionContext, { account, facts, before }: Beginning): SessionDraft {
    const generated = ctx.config.session.generateSessionToken();
    if (!isSessionToken(generated)) {
      throw new AuthError(
        'session.generateSessionToken must return a string with at least 128 random bits',
      );
    }
    const token = ctx.config.session.tokenPrefix + generated;
    const now = new Date();
    const began = isDate(before?.createdAt) ? before.createdAt : new Date(ctx.start);
    const expires = extendedEnd(ctx.config, now.getTime(), began);
    const sessionToken = storedToken(ctx.config.session.tokenAtRest, token);
    const provider = before ? before.provider : account.provider;
    const stored = newSessionFacts(ctx, { now, began, provider });
    return { token, row: { sessionToken, expires, ...stored, ...facts?.columns } };
  }

  /**
   * Deletes the row if the session that it continues ended after it was looked up. If it ends later,
   * it is missing when it is to be removed.
   */
  private async endIfReplacedEnded(
    ctx: SessionContext,
    { sessionToken }: SessionDraft['row'],
    user: AdapterUser,
  ): Promise<void> {
    try {
      await this.live(ctx, user);
    } catch (thrown) {
      await deleteSessionRow(adapterOf(ctx), sessionToken);
      throw thrown;
    }
  }

  /** Deletes the row, since somebody else has removed the session that it continues. */
  private async endAsReplaced(
    ctx: SessionContext,
    { sessionToken }: SessionDraft['row'],
  ): Promise<never> {
    await deleteSessionRow(adapterOf(ctx), sessionToken);
    throw endedMeanwhile();
  }

  /** Returns the session that continues. @throws {AccessDenied} if it has ended */
  private async live(ctx: SessionContext, { id }: AdapterUser): Promise<AdapterSession> {
    const found = await this.stored.find(ctx);
    if (found?.user.id !== id) throw endedMeanwhile();
    return found.session;
  }

  /**
   * Deletes the row if the session has ended during the sign-in, such as at its provider. What ends
   * it later will find the row.
   */
  private async endIfOver(
    ctx: SessionContext,
    { sessionToken }: SessionDraft['row'],
    facts: SessionFacts = {},
  ): Promise<void> {
    try {
      await this.features.assertAlive(ctx, facts);
    } catch (thrown) {
      await deleteSessionRow(adapterOf(ctx), sessionToken);
      throw thrown;
    }
  }
}

function isStored(user: User): user is AdapterUser {
  return user.id !== undefined;
}
