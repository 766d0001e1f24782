import { UntrustedOrigin } from '../../errors/internal.errors.js';
import { headerOf } from '../context/auth-request.js';
import type { SessionContext } from '../context/session-context.js';
import { isLocalhost } from '../../model/hosts.js';

/**
 * Refuses a state-changing request from a page on an untrusted origin, even if its token is valid.
 * A request without any header about its origin does not come from a browser, and is accepted.
 * @throws {UntrustedOrigin} if the request is refused
 * @see Fetch Metadata
 */
export function assertOrigin(ctx: SessionContext): void {
  const origin = headerOf(ctx.request, 'origin');
  const site = headerOf(ctx.request, 'sec-fetch-site');
  // A page with `Referrer-Policy: no-referrer`, such as ours, sends `Origin: null`. In that case
  // `Sec-Fetch-Site` decides, which is `cross-site` for a sandboxed frame.
  if (origin !== undefined && origin !== 'null') {
    if (!isTrusted(ctx, origin)) refuse(ctx, origin);
    return;
  }
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') refuse(ctx, `a ${site} page`);
    return;
  }
  const referer = headerOf(ctx.request, 'referer');
  if (origin === 'null') refuse(ctx, OPAQUE);
  if (referer !== undefined && !isTrusted(ctx, originOf(referer))) refuse(ctx, originOf(referer));
}

const OPAQUE = 'an opaque origin';

function isTrusted({ origin, config }: SessionContext, candidate: string): boolean {
  return candidate === origin || config.trustedOrigins.has(candidate);
}

/** The part of a referrer that names its site. A long host is no page's, and takes quadratic time. */
const SITE = /^[a-z]+:\/\/[^/?#\\@]{1,300}(?=[/?#]|$)/i;

function originOf(url: string): string {
  const [site = ''] = SITE.exec(url) ?? [];
  return URL.canParse(site) ? new URL(site).origin : 'null';
}

function isHidden({ origin }: SessionContext, from: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return from === OPAQUE && protocol === 'http:' && !isLocalhost(hostname);
}

function refuse(ctx: SessionContext, from: string): never {
  const remedy = isHidden(ctx, from)
    ? 'over plain http, the browser does not report the origin of this form; use https or http://localhost'
    : 'if both are yours, set AUTH_URL, configure the platform to trust its proxy, or add the origin to `trustedOrigins`';
  throw new UntrustedOrigin(
    `the request comes from ${from}, but the application is at ${ctx.origin}; ${remedy}`,
  );
}
