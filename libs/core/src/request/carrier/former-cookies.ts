import { isIP } from 'node:net';
import type { CookieDefinition, CookieOptions } from '../../cookies/cookie-definition.js';
import { originOfHost } from '../../model/hosts.js';

/** Longest list of parent domains; a host with more labels than that is unusual. */
const MOST_DOMAINS = 4;
/** Most that a response deletes: nobody has more, and proxies limit the headers of a response. */
const MOST_DELETED = 32;

/** Characters that the path of a cookie can have. */
const WRITABLE = /^[!-:=-~]*$/;

/** A cookie that a former configuration may have set. */
interface FormerCookie {
  readonly definition: CookieDefinition;
  /** Whether it differs from today's only by `Partitioned`, which some browsers ignore. */
  readonly isPartition: boolean;
}

/**
 * Returns session cookies that a former configuration set with another `domain`, `path` or
 * `partitioned`. Browsers keep them beside those of today, and send both under one name. Clear them
 * only if the session in the request is ours: a neighbour may use the same name.
 * @param suffixes - of the names that a session can have, as found in the request
 * @see RFC 6265 section 5.3 step 11
 */
export function formerCookies(
  suffixes: readonly string[],
  { name, options }: CookieDefinition,
  request: Target,
): FormerCookie[] {
  const all = formerOptions(options, request).flatMap((former) =>
    suffixes.map((suffix) => ({
      definition: { name: name + suffix, options: former },
      isPartition: former.partitioned !== options.partitioned,
    })),
  );
  return all.slice(0, MOST_DELETED);
}

/** Where a request was sent. */
interface Target {
  readonly protocol: string;
  readonly host: string;
  /** Of the endpoints. */
  readonly basePath: string;
}

/**
 * Returns the attributes that a cookie may have had before, without those that it has today. Only a
 * path above the endpoints can have been one of theirs.
 */
export function formerOptions(
  today: CookieOptions,
  { protocol, host, basePath }: Target,
): CookieOptions[] {
  const own = today.domain?.replace(/^\./, '').toLowerCase();
  const domains = [undefined, ...domainsOf(hostOf(protocol, host))];
  const above = basePath.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'));
  const paths = new Set([
    '/',
    today.path ?? '/',
    ...above.slice(1).filter((path) => WRITABLE.test(path)),
  ]);
  const places = [...paths].flatMap((path) => domains.map((domain) => ({ domain, path })));
  const others = places.filter(({ domain, path }) => domain !== own || path !== today.path);
  const moved = others.map((place) => ({ ...today, ...place }));
  const partition = today.secure ? [{ ...today, partitioned: !today.partitioned }] : [];
  return [...partition, ...moved];
}

/** Returns the domains that a host may set cookies for. Browsers refuse those of a registry. */
function domainsOf(host = ''): string[] {
  const labels = host.split('.');
  if (isIP(host) !== 0 || labels.length < 2) return [];
  const all = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
  return all.slice(-MOST_DOMAINS);
}

function hostOf(protocol: string, host: string): string | undefined {
  const origin = originOfHost(protocol, host);
  return origin === undefined ? undefined : new URL(origin).hostname;
}
