import type { IncomingHttpHeaders } from 'node:http';

/** What is asked of a platform's request. */
interface Forwarded {
  readonly protocol: string;
  readonly host: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * A request whose forwarded headers hold one value each. Of a list Express takes the first entry
 * and Fastify the last, and either may be what the browser made up. So the platform, which knows
 * whether the proxy is trusted, is asked about a single value: the host that all entries name, or
 * a string that is not a host; https where any entry is https, since a cookie must not lose `Secure`.
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
  // Its own getters run, on other headers.
  return Object.create(request, { headers: { value: headers } }) as R;
}

/** The different entries of a list; undefined where there is none. */
function entriesOf(value: string | string[] | undefined): string[] | undefined {
  if (typeof value !== 'string' || !value.includes(',')) return undefined;
  const entries = value.split(',').map((entry) => entry.trim());
  return [...new Set(entries.filter((entry) => entry !== ''))];
}
