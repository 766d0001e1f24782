import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy as people write it in Node: the request goes on as it came, target and all. */
export class NodeProxy {
  private constructor(private readonly server: Server) {}

  static async before(url: string): Promise<NodeProxy> {
    const server = createServer((incoming, outgoing) => {
      const onward = onwardTo(url, incoming);
      onward?.on('response', (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      });
      onward?.on('error', () => outgoing.destroy());
      if (onward) incoming.pipe(onward);
      else outgoing.writeHead(502).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new NodeProxy(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}

/** @returns undefined for a target that Node's parser lets in and its client does not send */
function onwardTo(url: string, { method, url: path, rawHeaders }: IncomingMessage) {
  const { hostname, port } = new URL(url);
  try {
    return request({ hostname, port, method, path, headers: rawHeaders, setHost: false });
  } catch {
    return undefined;
  }
}
