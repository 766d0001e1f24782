import type { Page } from './page.js';
import type { Failure } from './failure.js';

/** A response with the expected JSON. */
export interface Answer<T> {
  readonly ok: true;
  readonly body: T;
}

/**
 * Sends a request. It never throws: whatever goes wrong is returned as a {@link Failure}.
 * @param isExpected - whether the JSON has the form of a response of Authnest
 */
export async function call<T>(
  { options, baseUrl }: Page,
  path: string,
  isExpected: (body: T | null | undefined) => unknown,
  init: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer<T> | Failure> {
  const url = `${baseUrl}/${path}`;
  const lang = globalThis.document?.documentElement.lang;
  const headers = { ...init.headers, ...(lang && { 'Accept-Language': lang }) };
  let read;
  try {
    const send = options.fetch ?? fetch;
    const response = await send(url, { ...init, headers, credentials: 'include' });
    const text = await response.text();
    read = response;
    const body = JSON.parse(text) as T;
    const failure = failureOf(response, body);
    if (failure) return failure;
    return isExpected(body) ? { ok: true, body } : unexpected(response);
  } catch (thrown) {
    // No JSON, or a `url` that is none.
    if (read) return unexpected(read);
    const message = `${url}: ${thrown}; is it up, with CORS?`;
    return { ok: false, error: 'Unreachable', message };
  }
}

const ERRORS: Readonly<Record<number, Failure['error']>> = {
  400: 'InvalidRequest',
  401: 'Unauthorized',
  403: 'UntrustedOrigin',
  404: 'NotFound',
  429: 'RateLimited',
  503: 'Unavailable',
};

/**
 * Reads the error of a response. An error page of Auth.js is a 200 whose `url` has the error; a
 * session, which expires, may have a `url` of its own.
 * @throws {TypeError} if `url` is not one
 */
function failureOf(response: Response, body: unknown): Failure | undefined {
  const { status, headers } = response;
  const { error, message, statusCode, url, expires } = (body ?? {}) as Record<string, string>;
  if (response.ok && expires) return undefined;
  const { protocol, searchParams: query } = new URL(url ?? '', 'http:page');
  const refused = query.get('error');
  // An exception of Nest has a status code; with 404, no controller has this path.
  if (!/^https?:/.test(protocol) || (statusCode && status === 404)) return unexpected(response);
  if (response.ok && !refused) return undefined;
  const known = (statusCode ? undefined : error) ?? ERRORS[status] ?? refused;
  return {
    ...unexpected(response),
    ...(known && { error: known, message: message ?? `${response.url}: ${known} (${status})` }),
    code: query.get('code') ?? undefined,
    retryAfter: Number(query.get('retryAfter') ?? headers.get('retry-after')) || undefined,
    url,
  };
}

function unexpected({ url, status }: Response): Failure {
  const message = `${url}: ${status}, not the expected JSON; is it up, at baseUrl?`;
  return { ok: false, error: 'UnexpectedResponse', message, status };
}
