import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy that passes each connection to the next of several instances in turn. */
export class Balancer {
  /** The number of connections that each instance has received. */
  readonly served: number[];
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly instances: readonly URL[],
  ) {
    this.served = instances.map(() => 0);
  }

  static async before(...urls: string[]): Promise<Balancer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const balancer = new Balancer(
      server,
      urls.map((url) => new URL(url)),
    );
    server.on('connection', (socket) => balancer.forward(socket));
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private forward(near: Socket): void {
    const at = this.served.reduce((sum, count) => sum + count, 0) % this.instances.length;
    this.served[at] = (this.served[at] ?? 0) + 1;
    const { hostname: host, port } = this.instances[at] ?? new URL('http://127.0.0.1');
    const far = connect({ host, port: Number(port) });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
