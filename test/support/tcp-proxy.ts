import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A connection that comes in, and the one that goes on to the target. */
interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

/** Stands before a server and can be cut, as if the server were stopped. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private readonly held = new Set<() => void>();
  private readonly pairs = new Set<Pair>();
  private isHolding = false;

  private constructor(
    private readonly server: Server,
    readonly port: number,
    private target: URL,
  ) {}

  /** @param target - host and port are taken from it */
  static async before(target: URL): Promise<TcpProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new TcpProxy(server, (server.address() as AddressInfo).port, target);
    server.on('connection', (socket) => proxy.forward(socket, proxy.target));
    return proxy;
  }

  /** The address of the target, through the proxy. */
  urlOf(target: URL): string {
    const url = new URL(target);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  /** New connections go to another server, as after a failover. */
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

  /** Lets connections through again. */
  async restore(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** Keeps what is sent from now on, as if the server had stopped responding. */
  hold(): void {
    this.isHolding = true;
    for (const socket of this.sockets) socket.unpipe();
    for (const socket of this.sockets) socket.pause();
  }

  /** Passes on what was kept, and everything from now on. */
  release(): void {
    this.isHolding = false;
    for (const connected of this.held) connected();
  }

  /** Connections that are open stay open and pass on nothing any more; new ones work. */
  silence(): void {
    for (const { near, far } of this.pairs) for (const socket of [near, far]) unplug(socket);
  }

  /** Connections that are open pass on what the target sends so much later; new ones at once. */
  slow(milliseconds: number): void {
    for (const { near, far } of this.pairs) {
      unplug(far);
      far.on('data', (piece) => setTimeout(() => near.write(piece), milliseconds));
    }
  }

  /** Resets connections that are open in the middle of what the target sends next; new ones work. */
  cutResponses(): void {
    for (const { near, far } of this.pairs) {
      unplug(far);
      far.once('data', (piece: Buffer) => {
        near.write(piece.subarray(0, piece.length / 2), () => near.resetAndDestroy());
      });
    }
  }

  /** Resets connections that are open; new ones work. */
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
      if (!this.isHolding) connected();
    }
  }
}

/**
 * Takes a socket from whatever it passes its data to. It goes on reading, or it would never learn that
 * the client has given up, and the server would be left with a connection too many.
 */
function unplug(socket: Socket): void {
  socket.unpipe();
  socket.resume();
}
