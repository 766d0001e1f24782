import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands before a server and can be cut, as if the server were stopped. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private readonly held = new Set<() => void>();
  private isHolding = false;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /** @param target - host and port are taken from it */
  static async before(target: URL): Promise<TcpProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new TcpProxy(server, (server.address() as AddressInfo).port);
    server.on('connection', (socket) => proxy.forward(socket, target));
    return proxy;
  }

  /** The address of the target, through the proxy. */
  urlOf(target: URL): string {
    const url = new URL(target);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
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

  /** Keeps what is sent from now on, as if the server had stopped to answer. */
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

  async close(): Promise<void> {
    if (this.server.listening) await this.cut();
  }

  private forward(near: Socket, { hostname, port }: URL): void {
    const far = connect({ host: hostname, port: Number(port) });
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
        other.destroy();
      });
      if (!this.isHolding) connected();
    }
  }
}
