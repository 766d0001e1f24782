import type { AuthResponse } from '../context/auth-response.js';
import { serializeCookie, type SetCookie } from '../../cookies/cookie-jar.js';
import { dropCaching, keepPrivate, PRIVATE } from './keep-private.js';
import { mergedVary } from './merged-vary.js';

/** The members of an Express 5 response that are used here. */
interface ExpressResponse {
  statusCode: number;
  getHeader(name: string): number | string | string[] | undefined;
  setHeader(name: string, value: string | readonly string[]): unknown;
  end(body?: string): unknown;
}

/** The members of a Fastify 5 reply that are used here. */
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

/**
 * Writes a response. Bypasses the application's interceptors, which may wrap bodies, and Express's
 * `send`, which would add an ETag. Headers that the application has set are kept, except those by
 * which it lets caches store its own responses.
 */
export function writeToPlatform(
  response: PlatformResponse,
  { status, headers, body, cookies }: AuthResponse,
): void {
  const set = setterOf(response);
  dropCaching(response);
  if (isReply(response)) dropCaching(response.raw);
  for (const [name, value] of Object.entries(headers)) {
    set(name, name === 'vary' ? mergedVary(response.getHeader('vary'), value) : value);
  }
  setCookies(response, cookies);
  if (isReply(response)) {
    response.code(status);
    response.send(body);
  } else {
    response.statusCode = status;
    response.end(body);
  }
}

/** Adds cookies to a response that the application will send. */
function writeCookies(response: PlatformResponse, cookies: readonly SetCookie[]): void {
  const all = setCookies(response, cookies);
  // Fastify sends server-sent events through Node's response, so the whole list is set on both, as
  // in Nest's adapter. Our own responses do not need this, and Node would check each header twice.
  if (all && isReply(response) && !response.raw.headersSent) {
    response.raw.setHeader('set-cookie', all);
  }
}

/** @returns all cookies that are now set, including those that middleware set on Node's response */
function setCookies(
  response: PlatformResponse,
  cookies: readonly SetCookie[],
): readonly string[] | undefined {
  if (cookies.length === 0) return undefined;
  const all = [...existing(response), ...cookies.map(serializeCookie)];
  // Fastify's `header` would append.
  if (isReply(response)) response.removeHeader('set-cookie');
  setHeader(response, 'set-cookie', all);
  return all;
}

/**
 * Like {@link writeCookies}, but also keeps caches from storing the application's response.
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
export function setHeader(
  response: PlatformResponse,
  name: string,
  value: string | readonly string[],
): void {
  setterOf(response)(name, value);
}

function setterOf(
  response: PlatformResponse,
): (name: string, value: string | readonly string[]) => unknown {
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
