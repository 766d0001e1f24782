import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port.js';

/** An incoming connection, and the connection to the target. */
interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

/** A proxy that can cut the connections to a server, as if the server were stopped. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private readonly held = new Set<() => void>();
  private readonly pairs = new Set<Pair>();
  private isHolding = false;
  private lastWords: Buffer | undefined;

  private constructor(
    private readonly server: Server,
    readonly port: number,
    private target: URL,
  ) {}

  /** @param target - a URL with the host and port of the server */
  static async before(target: URL): Promise<TcpProxy> {
    const server = createServer();
    const port = await freePort(); // it listens there again after a cut
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new TcpProxy(server, port, target);
    server.on('connection', (socket) => proxy.forward(socket, proxy.target));
    return proxy;
  }

  /** Returns the target's URL with the host and port of the proxy. */
  urlOf(target: URL): string {
    const url = new URL(target);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  /** Forwards new connections to another server, as after a failover. */
  redirect(target: URL): void {
    this.target = target;
  }

  /** Breaks every connection and refuses new ones. */
  async cut(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.resetAndDestroy();
    await closed;
  }

  /** Accepts connections again. */
  async restore(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** Holds back all data from now on, as if the server had stopped responding. */
  hold(): void {
    this.isHolding = true;
    for (const socket of this.sockets) socket.unpipe();
    for (const socket of this.sockets) socket.pause();
  }

  /** Passes on the data that was held back, and everything from now on. */
  release(): void {
    this.isHolding = false;
    for (const connected of this.held) connected();
  }

  /** Keeps open connections open, but passes on no more data; new ones are not affected. */
  silence(): void {
    for (const { near, far } of this.pairs) for (const socket of [near, far]) unplug(socket);
  }

  /** Delays what the target sends on open connections; new ones are not affected. */
  slow(milliseconds: number): void {
    for (const { near, far } of this.pairs) {
      unplug(far);
      far.on('data', (piece) => setTimeout(() => near.write(piece), milliseconds));
    }
  }

  /** Resets open connections during the target's next response; new ones are not affected. */
  cutResponses(): void {
    for (const { near, far } of this.pairs) {
      unplug(far);
      far.once('data', (piece: Buffer) => {
        near.write(piece.subarray(0, piece.length / 2), () => near.resetAndDestroy());
      });
    }
  }

  /**
   * Closes new connections as soon as the target accepts them: these bytes follow in the same piece
   * of data, so the client reads both in one turn. Undefined stops it.
   */
  endAccepted(lastWords: Buffer | undefined): void {
    this.lastWords = lastWords;
  }

  /** Resets open connections; new ones are not affected. */
  reset(): void {
    for (const { near } of this.pairs) near.resetAndDestroy();
  }

  async close(): Promise<void> {
    if (this.server.listening) await this.cut();
  }

  private forward(near: Socket, { hostname, port }: URL): void {
    const far = connect({ host: hostname, port: Number(port) });
    const pair = { near, far };
    this.pairs.add(pair);
    if (this.lastWords) closeAccepted(pair, this.lastWords);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => other.destroy());
      const connected = () => void socket.pipe(other);
      this.held.add(connected);
      socket.on('close', () => {
        this.sockets.delete(socket);
        this.held.delete(connected);
        this.pairs.delete(pair);
        other.destroy();
      });
      if (!this.isHolding && !(this.lastWords && socket === far)) connected();
    }
  }
}

/** The message by which PostgreSQL ends its part of a login. */
const READY = Buffer.from('5a0000000549', 'hex');

function closeAccepted({ near, far }: Pair, lastWords: Buffer): void {
  far.on('data', (piece: Buffer) => {
    const isAccepted = piece.subarray(-READY.length).equals(READY);
    if (isAccepted) near.end(Buffer.concat([piece, lastWords]));
    else near.write(piece);
  });
}

/**
 * Stops a socket from passing on its data. The socket keeps reading, because it must notice when
 * the client disconnects; otherwise, the server would keep an extra connection.
 */
function unplug(socket: Socket): void {
  socket.unpipe();
  socket.resume();
}
