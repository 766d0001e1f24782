import type { IncomingHttpHeaders } from 'node:http';

/** The members of a platform's request that are used here. */
interface Forwarded {
  readonly protocol: string;
  readonly host: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Returns the request with a single value in each forwarded header. From a list, Express uses the
 * first entry and Fastify the last, and the client may have invented either. The platform decides
 * whether the proxy is trusted, so it reads a single value: the host if all entries are equal, else
 * a string that is not a host; https if any entry is https, so that cookies do not lose `Secure`.
 * @see docs/design/security-bar.md E12
 */
export function forwardedView<R extends Forwarded>(request: R): R {
  const host = entriesOf(request.headers['x-forwarded-host']);
  const protocol = entriesOf(request.headers['x-forwarded-proto'])?.map((entry) =>
    entry.toLowerCase(),
  );
  if (!host && !protocol) return request;
  const headers = {
    ...request.headers,
    ...(host && { 'x-forwarded-host': host.join(' ') }),
    ...(protocol && {
      'x-forwarded-proto': protocol.includes('https') ? 'https' : protocol.join(' '),
    }),
  };
  // The platform's getters then read these headers.
  return Object.create(request, { headers: { value: headers } }) as R;
}

/** The distinct entries of a list; undefined if the value is not a list. */
function entriesOf(value: string | string[] | undefined): string[] | undefined {
  if (typeof value !== 'string' || !value.includes(',')) return undefined;
  const entries = value.split(',').map((entry) => entry.trim());
  return [...new Set(entries.filter((entry) => entry !== ''))];
}
