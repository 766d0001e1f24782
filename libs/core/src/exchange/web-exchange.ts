import { InvalidRequest } from '../errors/internal.errors.js';
import type { AuthRequest, RequestBody } from './auth-request.js';
import type { AuthResponse } from './auth-response.js';
import { MAX_BODY, tooLarge } from './body-limit.js';
import { serializeCookie } from './cookie-jar.js';
import { parseBody } from './parse-body.js';
import { parseQuery } from './parse-query.js';

/**
 * A web `Request` as we read it. Its URL is the origin: making the right one is the caller's task.
 * As with the platforms, a body that is none shows when it is asked for.
 * @param native - what a configuration that is a function gets
 * @see wire contract REQ-13, REQ-18
 */
export async function fromWeb(
  request: Request,
  basePath: string,
  native: unknown,
): Promise<AuthRequest> {
  const url = new URL(request.url);
  const body = request.method === 'POST' ? await readBody(request) : () => undefined;
  return {
    method: request.method,
    path: url.pathname,
    basePath,
    protocol: url.protocol.replace(/:$/, ''),
    host: url.host,
    search: url.search.replace(/^\?/, ''),
    query: parseQuery(url.search),
    headers: Object.fromEntries(request.headers),
    get body() {
      return body();
    },
    native,
  };
}

async function readBody(request: Request): Promise<() => RequestBody | undefined> {
  try {
    const type = request.headers.get('content-type') ?? undefined;
    const parsed = parseText(type, await readText(request));
    return () => parsed;
  } catch (thrown) {
    return () => {
      throw thrown;
    };
  }
}

function parseText(type: string | undefined, text: string): RequestBody | undefined {
  if (text === '') return undefined;
  if (type?.includes('application/x-www-form-urlencoded')) return parseBody(type, parseQuery(text));
  if (!type?.includes('application/json')) return undefined;
  try {
    return parseBody(type, JSON.parse(text));
  } catch (thrown) {
    throw thrown instanceof InvalidRequest ? thrown : new InvalidRequest('the body is no JSON');
  }
}

async function readText(request: Request): Promise<string> {
  // A copy, since the caller may want to read the body too. It is not cancelled where it is left
  // unread: that would wait for the caller's half.
  const reader = request.clone().body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > MAX_BODY) throw tooLarge();
  }
}

/** An answer as a web `Response`. */
export function toWeb({ status, headers, body, cookies }: AuthResponse): Response {
  const all = new Headers(headers);
  for (const cookie of cookies) all.append('set-cookie', serializeCookie(cookie));
  return new Response(body === '' ? null : body, { status, headers: all });
}
