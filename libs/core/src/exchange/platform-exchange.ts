import type { IncomingHttpHeaders } from 'node:http';
import type { AuthRequest, RequestBody, RequestFields } from './auth-request.js';
import type { AuthResponse } from './auth-response.js';
import { serializeCookie, type SetCookie } from './cookie-jar.js';
import { forwardedView } from './forwarded-view.js';
import { keepPrivate, PRIVATE } from './keep-private.js';
import { mergedVary } from './merged-vary.js';
import { fieldsIn, parseBody, repeatedFields } from './parse-body.js';
import { parseQuery } from './parse-query.js';
import { parseRequestTarget, type RequestTarget } from './request-target.js';

/** What a request of Express 5 and one of Fastify 5 have in common. */
export interface PlatformRequest {
  readonly method: string;
  readonly originalUrl: string;
  /** What the router saw of it, where the host strips or rewrites something before. */
  readonly url?: string;
  /** Parameters of the route's path, decoded. */
  readonly params?: unknown;
  /** As resolved under `trust proxy` or `trustProxy`. */
  readonly protocol: string;
  readonly host: string;
  /** Of the client, as resolved under `trust proxy` or `trustProxy`. */
  readonly ip?: string;
  readonly socket?: { readonly remoteAddress?: string };
  readonly headers: IncomingHttpHeaders;
  /** As Nest's body parser left it. */
  readonly body?: unknown;
}

/** What is used of a response of Express 5. */
interface ExpressResponse {
  statusCode: number;
  getHeader(name: string): number | string | string[] | undefined;
  setHeader(name: string, value: string | readonly string[]): unknown;
  end(body?: string): unknown;
}

/** What is used of a reply of Fastify 5. */
interface FastifyReply {
  getHeader(name: string): number | string | string[] | undefined;
  header(name: string, value: string | readonly string[]): unknown;
  code(status: number): unknown;
  send(body?: string): unknown;
  removeHeader(name: string): unknown;
  readonly raw: {
    readonly headersSent: boolean;
    setHeader(name: string, value: string | readonly string[]): unknown;
  };
}

/** A response of either platform. */
export type PlatformResponse = ExpressResponse | FastifyReply;

/** A platform's request as we read it. Everything is computed when it is asked for. */
class PlatformAuthRequest implements AuthRequest {
  private knownTarget: RequestTarget | undefined;
  private knownBasePath: string | undefined;
  private parsedQuery: Readonly<Record<string, string>> | undefined;
  private parsedBody: RequestBody | undefined;
  private knownForwarded: PlatformRequest | undefined;
  private knownHeaders: AuthRequest['headers'] | undefined;

  constructor(
    readonly native: PlatformRequest,
    private readonly mountPathOf: MountPathOf,
    private readonly cookie?: string,
  ) {}

  get method(): string {
    return this.native.method;
  }

  get path(): string {
    return this.target.path;
  }

  get basePath(): string {
    return (this.knownBasePath ??= this.mountPathOf(this.path));
  }

  get protocol(): string {
    return this.forwarded.protocol;
  }

  get host(): string {
    return this.forwarded.host ?? '';
  }

  get address(): string {
    return this.native.ip ?? '';
  }

  get peer(): string | undefined {
    return this.native.socket?.remoteAddress;
  }

  get headers(): AuthRequest['headers'] {
    const { native, cookie } = this;
    if (cookie === undefined) return native.headers;
    return (this.knownHeaders ??= { ...native.headers, cookie });
  }

  get search(): string {
    return this.target.search;
  }

  get query(): Readonly<Record<string, string>> {
    return (this.parsedQuery ??= parseQuery(this.search));
  }

  get body(): RequestBody | undefined {
    const { method, headers, body } = this.native;
    if (method !== 'POST') return undefined;
    return (this.parsedBody ??= parseBody(headers['content-type'], body));
  }

  get fields(): RequestFields | undefined {
    const { method, headers, body } = this.native;
    return method === 'POST' ? fieldsIn(headers['content-type'], body) : undefined;
  }

  get repeated(): readonly string[] {
    // What is refused for its size is not looked through for this.
    if (this.body === undefined) return [];
    return repeatedFields(this.native.headers['content-type'], this.native.body);
  }

  private get forwarded(): PlatformRequest {
    return (this.knownForwarded ??= forwardedView(this.native));
  }

  private get target(): RequestTarget {
    const { originalUrl, headers } = this.native;
    return (this.knownTarget ??= parseRequestTarget(originalUrl, hostHeaderOf(headers)));
  }
}

/** Finds the mount path of the endpoints, given the path of the request. */
type MountPathOf = (path: string) => string;

/**
 * Path, query and mount path throw {@link InvalidRequest} where the request target is no path.
 * @param cookie - the `Cookie` header, where the response has set cookies since the request came
 */
export function fromPlatform(
  native: PlatformRequest,
  mountPathOf: MountPathOf,
  cookie?: string,
): AuthRequest {
  return new PlatformAuthRequest(native, mountPathOf, cookie);
}

/** As it came, not as a proxy forwarded it. HTTP/2 has it under another name. */
export function hostHeaderOf(headers: IncomingHttpHeaders): string | undefined {
  const authority = headers[':authority'];
  return headers.host ?? (typeof authority === 'string' ? authority : undefined);
}

/**
 * Writes an answer. It goes past the application's interceptors, which may wrap bodies, and past
 * Express's `send`, which would add an ETag; headers that the application has set stay.
 */
export function writeToPlatform(response: PlatformResponse, answer: AuthResponse): void {
  const set = setterOf(response);
  for (const [name, value] of Object.entries(answer.headers)) {
    set(name, name === 'vary' ? mergedVary(response.getHeader('vary'), value) : value);
  }
  writeCookies(response, answer.cookies);
  if (isReply(response)) {
    response.code(answer.status);
    response.send(answer.body);
  } else {
    response.statusCode = answer.status;
    response.end(answer.body);
  }
}

/** Adds cookies to a response that somebody else will send. */
export function writeCookies(response: PlatformResponse, cookies: readonly SetCookie[]): void {
  if (cookies.length === 0) return;
  const all = [...existing(response), ...cookies.map(serializeCookie)];
  if (!isReply(response)) {
    response.setHeader('set-cookie', all);
    return;
  }
  // Fastify's `header` would append. What a middleware has set stands on Node's response only, and
  // a stream of events is sent from there, so both get the whole list, as in Nest's own adapter.
  response.removeHeader('set-cookie');
  response.header('set-cookie', all);
  if (!response.raw.headersSent) response.raw.setHeader('set-cookie', all);
}

/**
 * The same for a response of the application, which no cache may then keep.
 * @see docs/design/security-bar.md A43, D23
 */
export function writePrivateCookies(
  response: PlatformResponse,
  cookies: readonly SetCookie[],
): void {
  if (cookies.length === 0) return;
  writeCookies(response, cookies);
  setHeader(response, 'cache-control', PRIVATE);
  setHeader(response, 'vary', mergedVary(response.getHeader('vary'), 'Cookie'));
  keepPrivate(isReply(response) ? response.raw : response);
}

/** Sets a header on either platform. */
export function setHeader(response: PlatformResponse, name: string, value: string): void {
  setterOf(response)(name, value);
}

function setterOf(response: PlatformResponse): (name: string, value: string) => unknown {
  return isReply(response)
    ? (name, value) => response.header(name, value)
    : (name, value) => response.setHeader(name, value);
}

function existing(response: PlatformResponse): string[] {
  const value = response.getHeader('set-cookie');
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [String(value)];
}

function isReply(response: PlatformResponse): response is FastifyReply {
  return 'raw' in response && 'send' in response && 'code' in response;
}
