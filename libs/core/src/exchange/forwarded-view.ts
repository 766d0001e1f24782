import type { IncomingHttpHeaders } from 'node:http';

/** The members of a platform's request that are used. */
interface Forwarded {
  readonly protocol: string;
  readonly host: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * A request whose forwarded headers hold one value each. From a list, Express takes the first entry
 * and Fastify the last, and the client may have invented either. The platform, which knows whether
 * the proxy is trusted, therefore gets a single value: the host that all entries name, or a string
 * that is not a host; https if any entry is https, since a cookie must not lose `Secure`.
 * @see docs/design/security-bar.md E12
 */
export function forwardedView<R extends Forwarded>(request: R): R {
  const host = entriesOf(request.headers['x-forwarded-host']);
  const protocol = entriesOf(request.headers['x-forwarded-proto']);
  if (!host && !protocol) return request;
  const headers = {
    ...request.headers,
    ...(host && { 'x-forwarded-host': host.join(' ') }),
    ...(protocol && {
      'x-forwarded-proto': protocol.includes('https') ? 'https' : protocol.join(' '),
    }),
  };
  // The platform's getters run, but on these headers.
  return Object.create(request, { headers: { value: headers } }) as R;
}

/** The different entries of a list; undefined where there is none. */
function entriesOf(value: string | string[] | undefined): string[] | undefined {
  if (typeof value !== 'string' || !value.includes(',')) return undefined;
  const entries = value.split(',').map((entry) => entry.trim());
  return [...new Set(entries.filter((entry) => entry !== ''))];
}
