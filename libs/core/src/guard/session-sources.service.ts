import type { IncomingMessage } from 'node:http';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { UntrustedOrigin } from '../errors/internal.errors.js';
import { toError } from '../errors/to-error.js';
import type { ClosableSocket } from '../live/closable-socket.js';
import { OpenConnectionsService } from '../live/open-connections.service.js';
import { logFault } from '../logging/log-fault.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { Session } from '../model/session.js';
import { AuthContextService } from '../request/auth-context.service.js';
import { assertOrigin } from '../request/csrf/assert-origin.js';
import type { PlatformRequest } from '../request/platform/platform-request.js';
import { receivedView } from '../request/platform/received-view.js';
import { isOverSocket, operationOf, socketOf } from './request-of.js';
import { RequestSessionsService } from './request-sessions.service.js';

/** What a call of a handler has its session from. */
export interface SessionSource {
  /** Also the handshake of a socket, or what a message has in place of a request. */
  readonly request: PlatformRequest;
  read(): MaybePromise<Session | null>;
  /** For a handshake whose origin has not been checked: whether the page may act for the user. */
  isTrusted?(): Promise<boolean>;
}

/** Finds what the calls of handlers have their session from, in each kind of context. */
@Injectable()
export class SessionSourcesService {
  /** The sessions of operations over sockets, however many of their fields are guarded. */
  private readonly operations = new WeakMap<object, Promise<Session | null>>();
  /** Whether the pages that sent them may act for the user; also once for each, as a refusal is logged. */
  private readonly origins = new WeakMap<object, Promise<boolean>>();

  constructor(
    private readonly contexts: AuthContextService,
    private readonly sessions: RequestSessionsService,
    private readonly live: OpenConnectionsService,
  ) {}

  /**
   * @param request - that the guard found in the context
   * @returns undefined if the session cannot be read in such a context
   */
  of(context: ExecutionContext, request: object | undefined): SessionSource | undefined {
    const found = (request as PlatformRequest | undefined) ?? this.messageRequest(context);
    if (!found) return this.ofConnection(context);
    if (!isOverSocket(context, found))
      return { request: found, read: () => this.sessions.get(found) };
    return {
      request: found,
      read: () => this.readOverSocket(context, found),
      isTrusted: () => this.isTrustedOverSocket(context, found),
    };
  }

  /** Returns what a message has in place of a request; undefined without the option `rpc`. */
  messageRequest(context: ExecutionContext): PlatformRequest | undefined {
    return context.getType<string>() === 'rpc' ? this.contexts.message(context) : undefined;
  }

  /**
   * Whether a request comes from a page that may act for the user, or from no page. Refusals are
   * logged.
   * @throws {AuthError} if the origin of the application is unknown
   * @see RFC 6455 section 10.2
   */
  async isFromTrustedOrigin(request: PlatformRequest | IncomingMessage): Promise<boolean> {
    const ctx = await this.contexts.openRoute(receivedView(request));
    try {
      assertOrigin(ctx);
      return true;
    } catch (thrown) {
      // Logged here too if it is thrown: the guard only refuses, so the reason would be lost.
      logFault(ctx.logger, toError(thrown));
      if (!(thrown instanceof UntrustedOrigin)) throw thrown;
      return false;
    }
  }

  /** The handshake of a socket that `SocketAuthService` protects, which has checked it. */
  private ofConnection(context: ExecutionContext): SessionSource | undefined {
    const client = context.getType() === 'ws' ? context.getArgByIndex<unknown>(0) : undefined;
    if (typeof client !== 'object' || client === null) return undefined;
    const connection = this.live.connections.get(client);
    if (!connection) return undefined;
    const request = connection.request as unknown as PlatformRequest;
    return { request, read: () => connection.live?.current() ?? null };
  }

  private isTrustedOverSocket(
    context: ExecutionContext,
    handshake: PlatformRequest,
  ): Promise<boolean> {
    // The messages of a gateway have nothing in common but the client.
    if (context.getType<string>() !== 'graphql') return this.isFromTrustedOrigin(handshake);
    const operation = operationOf(context);
    const known = this.origins.get(operation) ?? this.isFromTrustedOrigin(handshake);
    this.origins.set(operation, known);
    return known;
  }

  private readOverSocket(
    context: ExecutionContext,
    handshake: PlatformRequest,
  ): MaybePromise<Session | null> {
    const socket = socketOf(context);
    if (!socket) return this.sessions.reread(handshake);
    const operation = operationOf(context);
    const known = this.operations.get(operation);
    if (known) return this.readLater(known, handshake, socket);
    const reading = this.readNow(handshake, socket);
    this.operations.set(operation, reading);
    return reading;
  }

  /** Reads nothing itself: a subscription may go on for days, in which the session is read again. */
  private async readLater(
    first: Promise<Session | null>,
    handshake: PlatformRequest,
    socket: ClosableSocket,
  ): Promise<Session | null> {
    const session = await first;
    return session && ((await this.live.overSocket(handshake, socket))?.latest ?? null);
  }

  /** Reads the session as it is now, and closes the socket when it is over. */
  private async readNow(
    handshake: PlatformRequest,
    socket: ClosableSocket,
  ): Promise<Session | null> {
    const isFirst = !this.live.knows(handshake);
    const live = await this.live.overSocket(handshake, socket);
    return live && (isFirst ? live.current() : live.readNow());
  }
}
