import { isIP } from 'node:net';
import type { CookieOptions } from '../cookies/cookie-definition.js';
import { originOfHost } from '../model/hosts.js';
import type { SessionContext } from '../exchange/session-context.js';

/** Longest list of parent domains; a host with more labels than that is unusual. */
const MOST_DOMAINS = 4;

/**
 * Clears session cookies that a former configuration set with another `domain`, `path` or
 * `partitioned`. Browsers keep them beside those of today, and send both under one name. Call it
 * only if the session in the request is ours: a neighbour may use the same name.
 * @see RFC 6265 section 5.3 step 11
 */
export function clearFormerCookies(ctx: SessionContext): void {
  const { name, options } = ctx.cookieDefinitions.sessionToken;
  const names = new Set(ctx.cookies.find(name).map(({ suffix }) => name + suffix));
  for (const former of formerOptions(options, hostOf(ctx))) {
    for (const one of [...names].slice(0, 4))
      ctx.cookies.deleteFormer({ name: one, options: former });
  }
}

/**
 * Returns the attributes that a cookie may have had before, without those that it has today.
 * @param host - without a port; undefined if it is unknown
 */
export function formerOptions(today: CookieOptions, host: string | undefined): CookieOptions[] {
  const own = today.domain?.replace(/^\./, '').toLowerCase();
  const domains = [undefined, ...domainsOf(host)];
  const paths = new Set(['/', today.path ?? '/']);
  const others = domains.flatMap((domain) =>
    [...paths]
      .filter((path) => domain !== own || path !== today.path)
      .map((path) => ({ domain, path })),
  );
  const moved = others.map((place) => ({ ...today, ...place }));
  const partition = today.secure ? [{ ...today, partitioned: !today.partitioned }] : [];
  return [...moved, ...partition];
}

/** Returns the domains that a host may set cookies for. Browsers refuse those of a registry. */
function domainsOf(host = ''): string[] {
  const labels = host.split('.');
  if (isIP(host) !== 0 || labels.length < 2) return [];
  const all = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
  return all.slice(-MOST_DOMAINS);
}

function hostOf({ request: { protocol, host } }: SessionContext): string | undefined {
  const origin = originOfHost(protocol, host);
  return origin === undefined ? undefined : new URL(origin).hostname;
}
