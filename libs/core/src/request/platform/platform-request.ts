import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type {
  AuthRequest,
  MountedEndpoint,
  RequestBody,
  RequestFields,
} from '../context/auth-request.js';
import type { ExecutionContext } from '@nestjs/common';
import { forwardedView } from './forwarded-view.js';
import { fieldsIn, parseBody, repeatedFields } from '../body/parse-body.js';
import { parseQuery } from '../body/parse-query.js';
import { MessageRequest } from './message-request.js';
import { parseRequestTarget, type RequestTarget } from './request-target.js';

/** The members that requests of Express 5 and Fastify 5 have in common. */
export interface PlatformRequest {
  readonly method: string;
  readonly originalUrl: string;
  /** The URL that the router receives: the application may strip a prefix or rewrite it before. */
  readonly url?: string;
  /** Parameters of the route's path, decoded. */
  readonly params?: unknown;
  /** As determined by the setting `trust proxy` or `trustProxy`; so is `host`. */
  readonly protocol: string;
  readonly host: string;
  /** Address of the client, as determined by the setting `trust proxy` or `trustProxy`. */
  readonly ip?: string;
  readonly socket?: { readonly remoteAddress?: string };
  readonly headers: IncomingHttpHeaders;
  /** As parsed by Nest's body parser. */
  readonly body?: unknown;
}

/** Adapts a platform's request to {@link AuthRequest}. Values are computed on first read. */
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
    private readonly mount: Mount,
    cookie?: string,
  ) {
    this.method = native.method;
    this.headers = cookie === undefined ? native.headers : { ...native.headers, cookie };
  }

  get path(): string {
    return this.target.path;
  }

  get basePath(): string {
    return (this.knownBasePath ??= this.mount.of(this.path));
  }

  mountPathOf(endpoint: MountedEndpoint): string {
    return this.mount.to(this.basePath, endpoint);
  }

  get protocol(): string {
    // A proxy may write it in upper case. @see RFC 3986 section 3.1
    return this.forwarded.protocol?.toLowerCase();
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

  get message(): ExecutionContext | undefined {
    return this.native instanceof MessageRequest ? this.native.message : undefined;
  }

  get fields(): RequestFields | undefined {
    const { method, headers, body } = this.native;
    if (method !== 'POST') return undefined;
    return (this.knownFields ??= fieldsIn(headers['content-type'], body));
  }

  get repeated(): readonly string[] {
    // `body` is read first, so that a body that is refused for its size is not searched.
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

/** Determines where the endpoints are mounted. */
export interface Mount {
  /** Returns the mount path of a request, given its path. */
  of(path: string): string;
  /** Returns the mount path of another endpoint, given that of the request. */
  to(own: string, endpoint: MountedEndpoint): string;
}

/**
 * Converts a platform's request. Reading its path, query or mount path throws an
 * {@link InvalidRequest} if the request target is not a path.
 * @param cookie - replaces the `Cookie` header, if the response has already set cookies
 */
export function fromPlatform(native: PlatformRequest, mount: Mount, cookie?: string): AuthRequest {
  return new PlatformAuthRequest(native, mount, cookie);
}

/**
 * Returns the request itself, or for the handshake of a socket one with the host and the protocol
 * that Node received: the platform has not seen it.
 */
export function readableRequest(request: PlatformRequest | IncomingMessage): PlatformRequest {
  if (isOfPlatform(request)) return request;
  const { headers, socket, url = '/' } = request;
  const isSecure = socket && 'encrypted' in socket && socket.encrypted === true;
  return {
    method: 'GET',
    originalUrl: url,
    url,
    protocol: isSecure ? 'https' : 'http',
    host: hostHeaderOf(headers) ?? '',
    headers,
    socket,
  };
}

function isOfPlatform(request: PlatformRequest | IncomingMessage): request is PlatformRequest {
  return 'originalUrl' in request;
}

/** Returns the host as received, not as forwarded by a proxy. HTTP/2 sends it as `:authority`. */
export function hostHeaderOf(headers: IncomingHttpHeaders): string | undefined {
  const authority = headers[':authority'];
  return headers.host ?? (typeof authority === 'string' ? authority : undefined);
}
