import { mergedVary } from './merged-vary.js';

/**
 * The `Cache-Control` header of every response that sets a cookie of this module.
 * @see docs/design/security-bar.md A43, D23
 */
export const PRIVATE = 'private, no-cache, no-store';

/**
 * `Cache-Control` and headers that caches may prefer.
 * @see RFC 9213; nginx, X-Accel-Expires; Akamai, Edge-Control; LiteSpeed, X-LiteSpeed-Cache-Control
 */
const CACHING = /^(?:x-accel-expires|(?:.+-)?(?:cache|surrogate|edge)-control)$/i;

/** The members of Node's response that are used here. */
interface HeadWriter {
  getHeader(name: string): number | string | string[] | undefined;
  getHeaderNames(): string[];
  setHeader(name: string, value: string): unknown;
  removeHeader(name: string): unknown;
  writeHead(status: number, ...rest: unknown[]): unknown;
}

const kept = new WeakSet<object>();

/**
 * Keeps caches from storing a response, whatever the application sets later. The headers are set in
 * `writeHead`, since `@Header` and interceptors set theirs after the guard.
 * @param response - Node's response, which on Fastify is `reply.raw`
 */
export function keepPrivate(response: object): void {
  if (!isHeadWriter(response) || kept.has(response)) return;
  kept.add(response);
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (status, ...rest) => {
    const last = rest.at(-1);
    const given = typeof last === 'object' && last !== null ? entriesOf(last) : undefined;
    const vary = given?.find(([name]) => name.toLowerCase() === 'vary')?.[1];
    dropCaching(response);
    response.setHeader('cache-control', PRIVATE);
    response.setHeader('vary', mergedVary(vary ?? response.getHeader('vary'), 'Cookie'));
    return given
      ? writeHead(status, ...rest.slice(0, -1), withoutCaching(given))
      : writeHead(status, ...rest);
  };
}

/** Node's response, or the reply of Fastify, which keeps headers beside those of its response. */
interface HeaderHolder {
  getHeaderNames?(): readonly string[];
  getHeaders?(): object;
  removeHeader?(name: string): unknown;
}

/** Removes what the application has set so far that lets caches store a response. */
export function dropCaching(response: object): void {
  const holder: HeaderHolder = response;
  for (const name of holder.getHeaderNames?.() ?? Object.keys(holder.getHeaders?.() ?? {})) {
    if (CACHING.test(name)) holder.removeHeader?.(name);
  }
}

type Entry = readonly [name: string, value: unknown];

/**
 * Returns the headers passed to `writeHead`: an object, pairs, or alternating names and values.
 * @see Node, response.writeHead
 */
function entriesOf(headers: object): readonly Entry[] {
  if (!Array.isArray(headers)) return Object.entries(headers);
  const list: readonly unknown[] = headers;
  if (Array.isArray(list[0])) return list as readonly Entry[];
  return list.flatMap((name, at) => (at % 2 === 0 ? [[String(name), list[at + 1]] as const] : []));
}

function withoutCaching(entries: readonly Entry[]): Record<string, unknown> {
  const headers: Record<string, unknown> = {};
  for (const [name, value] of entries) {
    if (CACHING.test(name) || name.toLowerCase() === 'vary') continue;
    headers[name] = name in headers ? [headers[name], value].flat() : value;
  }
  return headers;
}

function isHeadWriter(response: object): response is HeadWriter {
  return 'writeHead' in response && typeof response.writeHead === 'function';
}
