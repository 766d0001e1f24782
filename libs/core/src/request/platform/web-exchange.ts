import { InvalidRequest, Timeout } from '../../errors/internal.errors.js';
import type { AuthRequest } from '../context/auth-request.js';
import type { AuthResponse } from '../context/auth-response.js';
import {
  brokenOff,
  MAX_BODY,
  MAX_MEMBERS,
  tooLarge,
  tooMany,
  tooSlow,
} from '../body/body-limit.js';
import { serializeCookie } from '../../cookies/cookie-jar.js';
import { bodyKindOf, fieldsIn, parseBody, repeatedFields } from '../body/parse-body.js';
import { parseQuery } from '../body/parse-query.js';
import { withTimeout } from '../../model/with-timeout.js';
import { parseRequestTarget } from './request-target.js';

/**
 * Converts a web `Request`. The origin is that of its URL, which the caller must set correctly. The
 * body is there once it has been received.
 * @param native - the argument for a configuration function
 * @see docs/design/wire-contract.md REQ-13, REQ-18
 */
export function fromWeb(request: Request, basePath: string, native: unknown): AuthRequest {
  const url = new URL(request.url);
  const target = `${url.protocol}//${url.host}${url.pathname}${url.search}`;
  let read = (): ReadBody => NO_BODY;
  return {
    method: request.method,
    get path() {
      return parseRequestTarget(target, url.host).path;
    },
    basePath,
    protocol: url.protocol.replace(/:$/, ''),
    host: url.host,
    search: url.search.replace(/^\?/, ''),
    query: parseQuery(url.search),
    headers: Object.fromEntries(request.headers),
    async receive(timeoutMs) {
      read = await readBody(request, timeoutMs);
    },
    get body() {
      return read().body;
    },
    get fields() {
      return read().fields;
    },
    get repeated() {
      return read().repeated;
    },
    native,
    web: request,
  };
}

/** The members of a request that contain its body. */
type ReadBody = Pick<AuthRequest, 'body' | 'fields' | 'repeated'>;

const NO_BODY: ReadBody = {};

/** As on the platforms, a body that cannot be read causes an error only when it is used. */
async function readBody(request: Request, timeoutMs: number): Promise<() => ReadBody> {
  const type = request.headers.get('content-type') ?? undefined;
  try {
    const text = await readText(request, timeoutMs);
    return once(() => asRead(type, parseText(type, text)));
  } catch (thrown) {
    return () => {
      throw thrown;
    };
  }
}

/** Parses the fields of the body on first use. */
function asRead(type: string | undefined, parsed: unknown): ReadBody {
  const body = once(() => parseBody(type, parsed));
  return {
    get body() {
      return body();
    },
    fields: fieldsIn(type, parsed),
    get repeated() {
      return body() === undefined ? [] : repeatedFields(type, parsed);
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Parses a body as a platform's parser would. */
function parseText(type: string | undefined, text: string): unknown {
  const kind = text === '' ? undefined : bodyKindOf(type);
  if (!kind) return undefined;
  if (kind === 'form') return parseForm(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidRequest('the body is not valid JSON');
  }
}

function parseForm(text: string): object {
  assertFewFields(text);
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = fields.get(name);
    // The last value is used, and a list marks a repeated field.
    fields.set(name, before === undefined ? value : [value]);
  }
  return Object.fromEntries(fields);
}

/** Counts the fields before they are parsed, since parsing costs more. */
function assertFewFields(text: string): void {
  let count = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    if ((count += 1) > MAX_MEMBERS) throw tooMany();
  }
}

async function readText(request: Request, timeoutMs: number): Promise<string> {
  // A clone, since the caller may want to read the body too.
  const reader = request.clone().body?.getReader();
  if (!reader) return '';
  try {
    return await withTimeout(textFrom(reader), timeoutMs, 'the body of the request');
  } catch (thrown) {
    // Not awaited: it takes until the caller's half is cancelled too.
    reader.cancel().catch(() => undefined);
    throw thrown instanceof Timeout ? tooSlow() : thrown;
  }
}

async function textFrom(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read().catch((thrown: unknown) => {
      throw brokenOff(thrown);
    });
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > MAX_BODY) throw tooLarge();
  }
}

/** Converts a response to a web `Response`. */
export function toWeb({ status, headers, body, cookies }: AuthResponse): Response {
  const all = new Headers(headers);
  for (const cookie of cookies) all.append('set-cookie', serializeCookie(cookie));
  return new Response(body === '' ? null : body, { status, headers: all });
}
