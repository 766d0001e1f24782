import type { IncomingHttpHeaders } from 'node:http';
import type { AuthRequest, RequestBody, RequestFields } from './auth-request.js';
import { forwardedView } from './forwarded-view.js';
import { fieldsIn, parseBody, repeatedFields } from './parse-body.js';
import { parseQuery } from './parse-query.js';
import { parseRequestTarget, type RequestTarget } from './request-target.js';

/** The members that requests of Express 5 and Fastify 5 have in common. */
export interface PlatformRequest {
  readonly method: string;
  readonly originalUrl: string;
  /** The part that the router saw, if the host strips or rewrites the URL before. */
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

/** A platform's request as an {@link AuthRequest}. Computed values are computed on first read. */
class PlatformAuthRequest implements AuthRequest {
  readonly method: string;
  readonly headers: AuthRequest['headers'];
  private knownTarget: RequestTarget | undefined;
  private knownBasePath: string | undefined;
  private parsedQuery: Readonly<Record<string, string>> | undefined;
  private parsedBody: RequestBody | undefined;
  private knownFields: RequestFields | undefined;
  private knownForwarded: PlatformRequest | undefined;

  constructor(
    readonly native: PlatformRequest,
    private readonly mountPathOf: MountPathOf,
    cookie?: string,
  ) {
    this.method = native.method;
    this.headers = cookie === undefined ? native.headers : { ...native.headers, cookie };
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
    if (method !== 'POST') return undefined;
    return (this.knownFields ??= fieldsIn(headers['content-type'], body));
  }

  get repeated(): readonly string[] {
    // Read first: a body that is refused for its size is not searched.
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
 * Path, query and mount path throw {@link InvalidRequest} if the request target is not a path.
 * @param cookie - the `Cookie` header, where the response has set cookies since the request came
 */
export function fromPlatform(
  native: PlatformRequest,
  mountPathOf: MountPathOf,
  cookie?: string,
): AuthRequest {
  return new PlatformAuthRequest(native, mountPathOf, cookie);
}

/** The host as received, not as forwarded by a proxy. HTTP/2 has it under another name. */
export function hostHeaderOf(headers: IncomingHttpHeaders): string | undefined {
  const authority = headers[':authority'];
  return headers.host ?? (typeof authority === 'string' ? authority : undefined);
}
