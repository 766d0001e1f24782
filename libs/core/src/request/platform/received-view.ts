import type { IncomingHttpHeaders } from 'node:http';

/** The members of a handshake that are used here; requests of Fastify have `rawHeaders` in `raw`. */
interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders?: readonly string[];
  readonly raw?: { readonly rawHeaders?: readonly string[] };
}

/**
 * Returns a handshake with the headers that Node received, and no others. Mercurius adds what the
 * first message of a connection contains, which a page writes: the browser sends `Origin`, but such
 * a page could add `Sec-Fetch-Site` or `X-Forwarded-Host`.
 */
export function receivedView<R extends object>(request: R & Partial<Received>): R {
  const { headers, raw, rawHeaders = raw?.rawHeaders } = request;
  if (!headers || !rawHeaders) return request;
  const received = new Set(rawHeaders.filter((_, at) => at % 2 === 0).map(lowerCase));
  const all = Object.entries(headers);
  const own = all.filter(([name]) => received.has(name));
  if (own.length === all.length) return request;
  // The platform's getters then read these headers.
  return Object.create(request, { headers: { value: Object.fromEntries(own) } }) as R;
}

function lowerCase(name: string): string {
  return name.toLowerCase();
}
