import type { IncomingMessage } from 'node:http';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { asThrown } from '../errors/as-thrown.js';
import { toError } from '../errors/to-error.js';
import { logFault } from '../logging/log-fault.js';
import { type MaybePromise, whenReady } from '../model/maybe-promise.js';
import { AuthContextService } from '../request/auth-context.service.js';
import type { SessionContext } from '../request/context/session-context.js';
import type { PlatformRequest } from '../request/platform/platform-request.js';
import { CurrentSessionService } from '../session/current/current-session.service.js';
import { SessionEndNotifierService } from '../session/records/session-end-notifier.service.js';
import type { SessionsEnd } from '../session/records/sessions-end.js';
import type { Connection } from './connection.js';
import { type ClosableSocket, closeSocket, isClosed } from './closable-socket.js';
import { type EndOfLive, LiveSession, type ReadSession } from './live-session.js';
import { Places, Sweep } from './sweep.js';

/** How often a session is read again at most, in milliseconds. */
const SHORTEST_MS = 1000;

/**
 * Keeps the sessions of connections that stay open: sockets, subscriptions, streams of events. It
 * has them closed as soon as the session ends in this process, and within `sockets.sweep` seconds if
 * it ends elsewhere or expires. An open connection does not extend its session, since nothing could
 * carry a new cookie to the browser.
 */
@Injectable()
export class OpenConnectionsService implements OnModuleDestroy {
  /** The connections whose handshake was checked, by the client that gateways see. */
  readonly connections = new WeakMap<object, Connection>();
  private readonly ofHandshakes = new WeakMap<object, Promise<LiveSession | null>>();
  private readonly open = new Set<LiveSession>();
  /** By tenant, whose store may be slow, and by how long they wait, which each may set differently. */
  private readonly sweeps = new Map<string, Sweep>();
  private readonly places = new Places();
  /** What ended while connections are being opened, for each of them. */
  private readonly opening = new Set<SessionsEnd[]>();
  private stopListening: (() => void) | undefined;

  constructor(
    private readonly contexts: AuthContextService,
    private readonly sessions: CurrentSessionService,
    private readonly notifier: SessionEndNotifierService,
  ) {}

  /**
   * Reads the session of a request whose connection stays open. Call `release` of the result when
   * the connection was closed.
   * @param request - of the platform, or the handshake as Node's server received it
   * @param onEnd - closes the connection. Called once, when the session is over; maybe before the
   * result is returned
   * @param kind - `pushes`: what goes to the client waits for no message, by which the session would
   * be read again after `sockets.recheck`; it is read again at least that often, at most each second
   * @returns null if there is no session with a user
   * @throws {AuthError} if the session could not be read because the store or a callback failed
   */
  async whileOpen(
    request: PlatformRequest | IncomingMessage,
    onEnd: (reason: EndOfLive) => void,
    kind: 'answers' | 'pushes' = 'answers',
  ): Promise<LiveSession | null> {
    const heard: SessionsEnd[] = [];
    this.opening.add(heard);
    this.stopListening ??= this.notifier.listen((ended) => this.hear(ended));
    try {
      const ctx = await this.contexts.openRoute(request);
      const first = await this.readFirst(ctx);
      if (!first?.session.user) return null;
      const { sweepMs, recheckMs } = ctx.config.sockets;
      const often = Math.min(sweepMs, Math.max(recheckMs, SHORTEST_MS));
      const live = this.add(ctx, {
        first,
        onEnd,
        sweepMs: kind === 'pushes' ? often : sweepMs,
        read: () => this.read(request),
      });
      for (const ended of heard) await this.apply(live, ended);
      return live;
    } finally {
      this.opening.delete(heard);
    }
  }

  /** Whether operations came over the socket of a handshake before. */
  knows(request: object): boolean {
    return this.ofHandshakes.has(request);
  }

  /**
   * Returns the session of a socket over which operations of GraphQL come; closes the socket when it
   * is over. It is opened with the first operation.
   * @param request - the handshake
   * @throws {AuthError} as {@link whileOpen}
   */
  overSocket(
    request: PlatformRequest | IncomingMessage,
    socket: ClosableSocket,
  ): Promise<LiveSession | null> {
    const known = this.ofHandshakes.get(request);
    if (known) return known;
    const onEnd = (reason: EndOfLive): void => closeSocket(socket, reason);
    const opening = this.whileOpen(request, onEnd, 'pushes');
    this.ofHandshakes.set(request, opening);
    const forget = (): void => void this.ofHandshakes.delete(request);
    opening.then((live) => {
      if (!live) return forget();
      socket.once('close', () => live.release());
      if (isClosed(socket)) live.release();
    }, forget);
    return opening;
  }

  /** Nest calls this at shutdown. Connections are closed by those who opened them. */
  onModuleDestroy(): void {
    this.stopListening?.();
    for (const live of this.open) live.release();
    for (const sweep of this.sweeps.values()) sweep.stop();
  }

  private add(
    { config, logger }: SessionContext,
    connection: {
      readonly first: ReadSession;
      readonly sweepMs: number;
      readonly read: () => MaybePromise<ReadSession | null>;
      readonly onEnd: (reason: EndOfLive) => void;
    },
  ): LiveSession {
    const { sweepMs } = connection;
    const queue = `${sweepMs} ${config.realm}`;
    const sweep = this.sweeps.get(queue) ?? new Sweep(this.places);
    this.sweeps.set(queue, sweep);
    const onRelease = (released: LiveSession): void => {
      this.open.delete(released);
      sweep.remove(released);
      if (sweep.isEmpty && this.sweeps.get(queue) === sweep) this.sweeps.delete(queue);
    };
    const live = new LiveSession({ ...connection, config, logger, onRelease });
    this.open.add(live);
    sweep.add(live);
    return live;
  }

  private hear(ended: SessionsEnd): void {
    for (const heard of this.opening) heard.push(ended);
    for (const live of this.open) void this.apply(live, ended);
  }

  /** Never rejects: what could not be read again is read with the next sweep. */
  private async apply(live: LiveSession, ended: SessionsEnd): Promise<void> {
    const effect = live.affectedBy(ended);
    if (effect === 'over') live.end(ended.by);
    if (effect !== 'read-again') return;
    try {
      await live.readAfter();
    } catch (thrown) {
      logFault(live.logger, toError(thrown));
    }
  }

  private async readFirst(ctx: SessionContext): Promise<ReadSession | null> {
    try {
      return await this.readIn(ctx);
    } catch (thrown) {
      logFault(ctx.logger, toError(thrown));
      throw asThrown(thrown);
    }
  }

  private read(request: PlatformRequest | IncomingMessage): MaybePromise<ReadSession | null> {
    return whenReady(this.contexts.openRoute(request), (ctx) => this.readIn(ctx));
  }

  private readIn(ctx: SessionContext): MaybePromise<ReadSession | null> {
    ctx.leaveUnchanged();
    return whenReady(this.sessions.read(ctx, 'server'), (session) => {
      if (!session?.user) return null;
      const { user, key } = ctx.shown ?? {};
      const found = { session, userId: user?.id, key };
      const { adapter, session: sessions } = ctx.config;
      if (sessions.strategy === 'database' || !adapter) return found;
      // Without this look-up, a stateless session would go on until its renewal after access has ended.
      return this.sessions.currentUserId(ctx).then((id) => (id === null ? null : found));
    });
  }
}
