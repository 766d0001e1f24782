import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { LoopbackServer } from './loopback-server.js';

interface Stored {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
  /** Request headers that the response depends on, with their values. */
  readonly varied: readonly (readonly [name: string, value: string | undefined])[];
}

/**
 * A cache in front of an application that is shared by all users. It stores every response to a GET
 * request if the response's headers allow it. @see RFC 9111 section 3
 */
export class SharedCache extends LoopbackServer {
  private readonly stored = new Map<string, Stored[]>();
  /** The number of responses from the cache. */
  hits = 0;

  private constructor(
    server: Server,
    private readonly origin: string,
  ) {
    super(server);
    server.on('request', (incoming: IncomingMessage, outgoing) => {
      void this.respond(incoming).then(({ status, headers, body }) => {
        outgoing.writeHead(status, headers);
        outgoing.end(body);
      });
    });
  }

  static async start(origin: string): Promise<SharedCache> {
    return new SharedCache(createServer(), origin).listen();
  }

  private async respond(incoming: IncomingMessage): Promise<Stored> {
    const key = `${incoming.method} ${incoming.url}`;
    const known = this.stored
      .get(key)
      ?.find(({ varied }) => varied.every(([name, value]) => headerOf(incoming, name) === value));
    if (known) {
      this.hits += 1;
      return known;
    }
    const fresh = await this.forward(incoming);
    const control = String(fresh.headers['cache-control'] ?? '');
    const mayKeep = incoming.method === 'GET' && !/no-store|private/.test(control);
    if (mayKeep) this.stored.set(key, [...(this.stored.get(key) ?? []), fresh]);
    return fresh;
  }

  private forward(incoming: IncomingMessage): Promise<Stored> {
    return new Promise((resolve, reject) => {
      const { method, headers } = incoming;
      const url = new URL(incoming.url ?? '/', this.origin);
      const sent = request(url, { method, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const names = String(response.headers.vary ?? '')
            .split(/ *, */)
            .filter(Boolean);
          resolve({
            status: response.statusCode ?? 0,
            headers: withoutHop(response.headers),
            body: Buffer.concat(chunks),
            varied: names.map((name) => [name, headerOf(incoming, name)] as const),
          });
        });
      });
      sent.on('error', reject);
      incoming.pipe(sent);
    });
  }
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return value === undefined ? undefined : String(value);
}

function withoutHop(headers: IncomingMessage['headers']): Record<string, string | string[]> {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || /^(?:connection|keep-alive|transfer-encoding)$/.test(name)
      ? []
      : [[name, value] as const],
  );
  return Object.fromEntries(kept);
}
