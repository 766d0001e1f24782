import { Injectable } from '@nestjs/common';
import type { AdapterUser } from '../../adapter/adapter-rows.js';
import { AuthError } from '../../errors/auth.error.js';
import { toError } from '../../errors/to-error.js';
import { TooManySessions } from '../../errors/sign-in.errors.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { sessionDirectory } from './session-directory.js';
import { RevokedSessionsService } from './revoked-sessions.service.js';
import { type ListedSession, newestFirst } from './listed-session.js';
import { surplusOf } from './surplus-of.js';

/** A new session. */
interface BegunSession {
  readonly userId: string;
  /** The user as just looked up, if that is what the store compares its sessions with. */
  readonly user?: AdapterUser;
  /** Its key in the store. */
  readonly key: string;
  /** Keys of the browser's previous session, which ends and no longer counts. */
  readonly replaced: ReadonlySet<string>;
}

/** The most sessions that are ended at once, and how often: a thousand at each sign-in. */
const MOST_ENDED = 100;
const MOST_ROUNDS = 10;

/**
 * Enforces `session.maxPerUser` without a lock: after storing a session, each instance decides by
 * the same rule which sessions exceed the limit. The last instance to check finds all of them.
 * @see docs/design/security-bar.md K40
 */
@Injectable()
export class SessionLimitService {
  constructor(private readonly revoked: RevokedSessionsService) {}

  /**
   * Checks the limit before a session is stored, so that a refused sign-in leaves no row.
   * @throws {TooManySessions} if the limit is reached and `whenFull` is `'refuse'`
   */
  async assertRoom(ctx: SessionContext, begun: Omit<BegunSession, 'key'>): Promise<void> {
    const { maxPerUser, whenFull } = ctx.config.session;
    if (maxPerUser === undefined || whenFull !== 'refuse') return;
    const live = await this.live(ctx, begun);
    if (live.length >= maxPerUser) throw refused();
  }

  /**
   * Ends the sessions beyond the limit after a session was stored.
   * @throws {TooManySessions} if the new session exceeds the limit; it has then been ended
   */
  async enforce(ctx: SessionContext, begun: BegunSession): Promise<void> {
    const { userId, key } = begun;
    const { maxPerUser, whenFull } = ctx.config.session;
    if (maxPerUser === undefined) return;
    try {
      for (let round = 1; round <= MOST_ROUNDS; round += 1) {
        const live = await this.live(ctx, begun);
        // A store that turns out not to keep when sessions began cannot tell which are the oldest.
        if (live.some((session) => session.key === key && !session.createdAt)) return;
        const found = surplusOf(live, maxPerUser, whenFull);
        const surplus = whenFull === 'refuse' ? found : sparing(key, found, live);
        const others = surplus.filter((session) => session.key !== key);
        await this.revoked.end(ctx, userId, others);
        if (surplus.length > others.length) throw refused();
        if (others.length < MOST_ENDED) return;
      }
    } catch (thrown) {
      await this.withdraw(ctx, key);
      throw thrown;
    }
  }

  private async live(
    { config }: SessionContext,
    { userId, user, replaced }: Omit<BegunSession, 'key'>,
  ): Promise<ListedSession[]> {
    const limit = (config.session.maxPerUser ?? 0) + replaced.size + MOST_ENDED;
    const live = await sessionDirectory(config).list(userId, { limit }, user);
    return live.filter(({ key }) => !replaced.has(key));
  }

  /** Ends a session whose cookie will not be sent. Never rejects. */
  async withdraw({ config, logger }: SessionContext, key: string): Promise<void> {
    try {
      await sessionDirectory(config).end({ key, expires: new Date() });
    } catch (thrown) {
      const err = toError(thrown);
      logger.error(new AuthError(NOT_WITHDRAWN, { err }));
    }
  }
}

const NOT_WITHDRAWN =
  'a session whose sign-in failed was not removed; nobody has its cookie, but it counts for `session.maxPerUser` until it expires';

function refused(): TooManySessions {
  return new TooManySessions('the user already has as many sessions as `maxPerUser` allows');
}

/**
 * Returns the surplus with the oldest session from a clock that is ahead in place of the new one,
 * which only seems older than that.
 */
function sparing(
  key: string,
  surplus: readonly ListedSession[],
  live: readonly ListedSession[],
): readonly ListedSession[] {
  const others = surplus.filter((session) => session.key !== key);
  if (others.length === surplus.length) return surplus;
  const ahead = newestFirst(live).findLast(
    (session) => isAfterNow(session) && !surplus.includes(session),
  );
  return ahead ? [...others, ahead] : surplus;
}

function isAfterNow({ createdAt }: ListedSession): boolean {
  return createdAt ? createdAt.getTime() > Date.now() : false;
}
