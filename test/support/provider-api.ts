import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { LoopbackServer } from './loopback-server.js';

/** A request as it was received, with the URL that it was meant for. */
export interface ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Responses by `<method> <URL>`: a status, or a value to send as JSON with status 200. */
export type ApiResponses = Readonly<Record<string, unknown>>;

/**
 * Replaces the hosts of providers with a server on this machine. Its `fetch` sends all requests to
 * this server, whatever their host.
 */
export class ProviderApi extends LoopbackServer {
  readonly requests: ApiRequest[] = [];

  private constructor(
    server: Server,
    private responses: ApiResponses,
  ) {
    super(server);
  }

  static async start(): Promise<ProviderApi> {
    const server = createServer();
    const api = new ProviderApi(server, {});
    server.on('request', (request: IncomingMessage, response) => {
      void api.respond(request).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      });
    });
    return api.listen();
  }

  /** Sets the responses, and clears the earlier requests. */
  respondWith(responses: ApiResponses): void {
    this.responses = responses;
    this.requests.length = 0;
  }

  readonly fetch: typeof fetch = (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init.headers);
    headers.set('x-meant-for', url.origin);
    return fetch(`${this.url}${url.pathname}${url.search}`, { ...init, headers });
  };

  private async respond(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const { method = '', headers } = request;
    const url = `${String(headers['x-meant-for'])}${request.url}`;
    this.requests.push({ method, url, headers, body: await text(request) });
    const found = this.responses[`${method} ${url}`] ?? 404;
    return typeof found === 'number' ? { status: found, body: {} } : { status: 200, body: found };
  }
}
