import { asThrown } from '../errors/as-thrown.js';
import { toError } from '../errors/to-error.js';
import { logFault } from '../logging/log-fault.js';
import type { AuthLogger } from '../logging/auth-logger.port.js';
import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import { isPromiseLike, type MaybePromise } from '../model/maybe-promise.js';
import type { Session } from '../model/session.js';
import { publicSessionId } from '../session/records/session-summary.js';
import type { EndedBy, SessionsEnd } from '../session/records/sessions-end.js';

/** Why a connection has to be closed; `ended`: the session was read again, and is over. */
export type EndOfLive = EndedBy | 'ended';

/** A session, as read for a connection. */
export interface ReadSession {
  readonly session: Session;
  /** As stored, or as in the token: the `session` callback may show others. */
  readonly userId: string | undefined;
  /** Identifies the session in its store; undefined if nothing about it stays the same. */
  readonly key: string | undefined;
}

/** What a connection needs of the service that opened it. */
interface Opened {
  readonly config: Pick<ResolvedAuthConfig, 'realm' | 'sockets'>;
  readonly logger: AuthLogger;
  readonly first: ReadSession;
  /** Reads the session again; null if it is over. */
  readonly read: () => MaybePromise<ReadSession | null>;
  /** Closes the connection. */
  readonly onEnd: (reason: EndOfLive) => void;
  /** After how long the session is read again, in milliseconds. */
  readonly sweepMs: number;
  /** Forgets the connection. */
  readonly onRelease: (live: LiveSession) => void;
}

/** The session of one open connection. */
export class LiveSession {
  private known: Session;
  private readAt = Date.now();
  /** When a sweep has tried to read it last, and failed: that makes no message count on it. */
  private triedAt = 0;
  private reading: Promise<Session | null> | undefined;
  private isOver = false;
  private readonly id: string | undefined;

  constructor(private readonly opened: Opened) {
    const { session, key } = opened.first;
    this.known = session;
    this.id = key === undefined ? undefined : publicSessionId(key);
  }

  get logger(): AuthLogger {
    return this.opened.logger;
  }

  /** When the session has to be read again, in milliseconds since the epoch. */
  get dueAt(): number {
    return Math.max(this.readAt, this.triedAt) + this.opened.sweepMs;
  }

  /** The session as it was read last, for work that goes on; null if it is over. */
  get latest(): Session | null {
    return this.isOver ? null : this.known;
  }

  /**
   * Returns the session for a message: as it was read last, for the time of `sockets.recheck`. Closes
   * the connection if the session is over.
   * @returns null if it is over
   * @throws whatever a store or a callback throws; the connection stays open
   */
  current(): MaybePromise<Session | null> {
    if (this.isOver) return null;
    const { recheckMs } = this.opened.config.sockets;
    const now = Date.now();
    // A clock that was set back must not make a reading last longer.
    const isFresh = now >= this.readAt && now - this.readAt < recheckMs;
    return isFresh && Date.parse(this.known.expires) > now ? this.known : this.readNow();
  }

  /**
   * Returns the session as it is now, for what begins a longer work. A failure is logged.
   * @throws as {@link current}
   */
  async readNow(): Promise<Session | null> {
    try {
      return await this.readAgain();
    } catch (thrown) {
      logFault(this.logger, toError(thrown));
      throw asThrown(thrown);
    }
  }

  /** Reads the session after what has just happened: a reading that began before may be older. */
  async readAfter(): Promise<void> {
    await this.reading?.catch(() => undefined);
    await this.readAgain();
  }

  /** Reads the session again, once for all who ask meanwhile. See {@link current}. */
  readAgain(): Promise<Session | null> {
    if (this.isOver) return Promise.resolve(null);
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    return this.reading;
  }

  /** Lets the next sweep wait, so that a store that is down is not asked without pause. */
  postpone(): void {
    this.triedAt = Date.now();
  }

  /** Whether it is over, or has to be read again, after sessions have ended. */
  affectedBy({ realm, ids, userId }: SessionsEnd): 'over' | 'read-again' | 'not' {
    if (realm !== this.opened.config.realm) return 'not';
    const isOfUser = userId !== undefined && userId === this.opened.first.userId;
    if (ids === 'all') return isOfUser ? 'read-again' : 'not';
    if (this.id !== undefined) return ids.includes(this.id) ? 'over' : 'not';
    if (!isOfUser) return 'not';
    // Without an id that stays the same, any session of the user may be the one that ended. If that
    // one has an id, this one may have got it since, in a cookie that the connection does not have.
    return ids.length === 0 ? 'over' : 'read-again';
  }

  /** Forgets the connection, and has it closed. */
  end(reason: EndOfLive): void {
    if (this.isOver) return;
    this.release();
    this.opened.onEnd(reason);
  }

  /** Forgets the connection. Call it when the connection was closed. */
  release(): void {
    this.isOver = true;
    this.opened.onRelease(this);
  }

  private async read(): Promise<Session | null> {
    const startedAt = Date.now();
    const reading = this.opened.read();
    const found = isPromiseLike(reading) ? await reading : reading;
    // The session may have ended here while an older state of it was read.
    if (this.isOver) return null;
    if (!found || found.userId !== this.opened.first.userId) {
      this.end('ended');
      return null;
    }
    this.known = found.session;
    this.readAt = startedAt;
    this.triedAt = 0;
    return found.session;
  }
}
