import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AuthService } from './auth.service.js';
import { AuthError } from './errors/auth.error.js';
import { bodyOf, readingRefusal, type Refusal, statusOf } from './errors/refusal.js';
import { type ClosableSocket, closeSocket } from './live/closable-socket.js';
import type { Connection } from './live/connection.js';
import {
  dropRecovery,
  hasNamespaces,
  type IoNamespace,
  type IoServer,
  type IoSocket,
  isIo,
} from './live/io-server.js';
import type { EndOfLive } from './live/live-session.js';
import { OpenConnectionsService } from './live/open-connections.service.js';
import { isWs, verifyClients, type WsAnswer, type WsServer } from './live/ws-server.js';

/** How connections are admitted. */
export interface ProtectOptions {
  /** Whether to admit clients without a session too; guards then decide for each message. @default false */
  anonymous?: boolean;
}

/**
 * Checks who opens a socket, before the connection exists: the page has to be one of the application
 * or of `trustedOrigins`, and the cookies have to have a session. Closes the socket when the session
 * is over: at once if it ends in this process, else within `sockets.sweep` seconds.
 * @see docs/sockets.md; RFC 6455 section 10.2
 */
@Injectable()
export class SocketAuthService {
  /** The servers and namespaces that `protect` was called with, and whether anybody is admitted. */
  private readonly chosen = new WeakMap<object, boolean>();
  /** The namespaces that have the middleware. */
  private readonly checked = new WeakSet<object>();
  /** By connection of Socket.IO, which all its namespaces share. */
  private readonly ofIo = new WeakMap<object, Promise<Connection | Refusal>>();
  /** By handshake of `ws`. */
  private readonly ofWs = new WeakMap<IncomingMessage, Handshake>();

  constructor(
    private readonly auth: AuthService,
    private readonly sessions: OpenConnectionsService,
  ) {}

  /**
   * Protects a server. Call it in `afterInit` of a gateway; gateways that share a server may each
   * call it, with the same options.
   * @param server - of Socket.IO, with all its namespaces, or one of them, which then has options of
   * its own; or of `ws`
   * @throws {TypeError} if it is neither
   * @throws {AuthError} if it is protected with other options
   */
  protect(server: object, { anonymous = false }: ProtectOptions = {}): void {
    const isOfWs = isWs(server);
    if (!isOfWs && !isIo(server)) {
      throw new TypeError(
        'SocketAuthService.protect: expected a server or namespace of `socket.io`, or a server of `ws`, as `afterInit` receives it',
      );
    }
    const known = this.chosen.get(server);
    if (known === anonymous) return;
    if (known !== undefined) throw otherOptions(known);
    this.chosen.set(server, anonymous);
    if (isOfWs) this.protectWs(server, anonymous);
    else this.protectIo(server, anonymous);
  }

  private protectIo(server: IoServer | IoNamespace, anonymous: boolean): void {
    dropRecovery(hasNamespaces(server) ? server : server.server);
    const protectOne = (namespace: IoNamespace): void => {
      if (this.checked.has(namespace)) return;
      this.checked.add(namespace);
      namespace.use((socket, next) => {
        // What a namespace was protected with itself counts more than what it has from its parent.
        const own = this.chosen.get(socket.nsp) ?? this.chosen.get(namespace);
        void this.admitIo(socket, own ?? anonymous).then(next);
      });
    };
    if (!hasNamespaces(server)) {
      protectOne(server);
      for (const child of server.children ?? []) {
        if (!this.chosen.has(child)) this.chosen.set(child, anonymous);
        protectOne(child);
      }
      return;
    }
    for (const namespace of server._nsps.values()) protectOne(namespace);
    server.on('new_namespace', protectOne);
  }

  /** @returns the error with which the client is refused; undefined if it is admitted */
  private async admitIo(socket: IoSocket, anonymous: boolean): Promise<Error | undefined> {
    // By its parent, whose middleware a namespace has before its own.
    if (this.sessions.connections.has(socket)) return undefined;
    const { conn, request } = socket;
    const onEnd = (): void => {
      // Before a socket is connected, `disconnect` does nothing.
      if (socket.connected) socket.disconnect(true);
      else conn.close();
    };
    let opening = this.ofIo.get(conn);
    if (!opening) {
      opening = this.open(request, onEnd);
      this.ofIo.set(conn, opening);
      conn.once('close', () => void opening?.then(release));
    }
    const connection = await opening;
    // The cookies are those of the handshake: to be asked again, a client connects again.
    if (typeof connection === 'string') return ioError(connection);
    // It was closed before anybody could listen.
    if (conn.readyState === 'closed') release(connection);
    const refusal = await this.refusalOn(connection, anonymous);
    if (refusal) return ioError(refusal);
    this.sessions.connections.set(socket, connection);
    return undefined;
  }

  private protectWs(server: WsServer, anonymous: boolean): void {
    const verify = async (request: IncomingMessage, answer: WsAnswer): Promise<void> => {
      const refusal = await this.admitWs(request, anonymous);
      if (!refusal) return answer(true);
      const retry = refusal === 'unavailable' ? { 'retry-after': '5' } : undefined;
      answer(false, statusOf(refusal), undefined, retry);
    };
    verifyClients(server, (request, answer) => void verify(request, answer));
    server.prependListener('connection', (socket, request) => {
      const handshake = this.ofWs.get(request);
      if (!handshake) return;
      handshake.socket = socket;
      this.sessions.connections.set(socket, handshake.connection);
      if (handshake.end) closeSocket(socket, handshake.end);
    });
  }

  private async admitWs(
    request: IncomingMessage,
    anonymous: boolean,
  ): Promise<Refusal | undefined> {
    const state: Partial<Handshake> = {};
    const connection = await this.open(request, (reason) => {
      state.end = reason;
      if (state.socket) closeSocket(state.socket, reason);
    });
    if (typeof connection === 'string') return connection;
    const handshake = Object.assign(state, { connection });
    this.ofWs.set(request, handshake);
    request.socket.once('close', () => release(connection));
    if (request.socket.destroyed) release(connection);
    return this.refusalOn(connection, anonymous);
  }

  private async open(
    request: IncomingMessage,
    onEnd: (reason: EndOfLive) => void,
  ): Promise<Connection | Refusal> {
    try {
      if (!(await this.auth.isFromTrustedOrigin(request))) return 'foreign';
      return { request, live: await this.sessions.whileOpen(request, onEnd) };
    } catch (thrown) {
      return readingRefusal(thrown);
    }
  }

  private async refusalOn({ live }: Connection, anonymous: boolean): Promise<Refusal | undefined> {
    try {
      return (live ? await live.current() : anonymous) ? undefined : 'unauthenticated';
    } catch (thrown) {
      return readingRefusal(thrown);
    }
  }
}

/** A handshake of `ws` that was admitted. */
interface Handshake {
  readonly connection: Connection;
  /** Set once the connection exists. */
  socket?: ClosableSocket;
  /** Set once the session is over. */
  end?: EndOfLive;
}

function release(connection: Connection | Refusal): void {
  if (typeof connection !== 'string') connection.live?.release();
}

/** Creates an error that the client of Socket.IO gets in `connect_error`. */
function ioError(refusal: Refusal): Error {
  const data = bodyOf(refusal);
  return Object.assign(new Error(data.message), { data });
}

function otherOptions(known: boolean): AuthError {
  return new AuthError(
    `SocketAuthService.protect: this server is already protected with \`{ anonymous: ${known} }\`; gateways that share a server or namespace have to pass the same options`,
  );
}
