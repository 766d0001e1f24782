import type { ResolvedProvider } from '../../provider/resolved-provider.js';
import { type AuthPath, spellAuthPath } from '../context/auth-path.js';
import { publicUrl } from './public-url.js';
import type { SessionContext } from '../context/session-context.js';

type Asker = Pick<SessionContext, 'origin' | 'request'>;

/**
 * Returns the public URL of an endpoint, for a GET request. It contains the mount path from the
 * request, with the global prefix and the values of path parameters.
 * @throws {AuthError} if a URL parser would change the origin or the path
 */
export function actionUrl(ctx: Asker, action: string, providerId?: string): string {
  return urlOf(ctx, 'GET', { action, providerId });
}

/** Returns the URL of an endpoint for a POST request, such as that of a form. */
export function postUrl(ctx: Asker, action: string, providerId?: string): string {
  return urlOf(ctx, 'POST', { action, providerId });
}

/** Returns the URL at which a provider's callback arrives. */
export function callbackUrlOf(ctx: Asker, provider: ResolvedProvider): string {
  const isPosted =
    provider.type === 'credentials' ||
    provider.type === 'webauthn' ||
    ('responseMode' in provider && provider.responseMode === 'form_post');
  return (isPosted ? postUrl : actionUrl)(ctx, 'callback', provider.id);
}

/** A global prefix may exclude some routes, also only for one method. */
function urlOf(ctx: Asker, method: 'GET' | 'POST', path: AuthPath): string {
  const { request } = ctx;
  const base = request.mountPathOf?.({ method, ...path }) ?? request.basePath;
  return publicUrl(ctx, spellAuthPath(path, base)).href;
}

/** Returns the absolute URL of the application's page, or of the built-in one if there is none. */
export function pageUrl(ctx: SessionContext, page: string | undefined, action: string): URL {
  return ownPage(ctx, page) ?? new URL(actionUrl(ctx, action), ctx.origin);
}

/**
 * Returns the absolute URL of the application's page; undefined if there is none, or if it is a
 * built-in page, which would be redirected to itself.
 * @see docs/design/security-bar.md HO2
 */
export function ownPage(ctx: SessionContext, page: string | undefined): URL | undefined {
  if (page === undefined) return undefined;
  const url = new URL(page, ctx.origin);
  return BUILT_IN.some((action) => isPageOf(ctx, action, url)) ? undefined : url;
}

function isPageOf(ctx: SessionContext, action: string, url: URL): boolean {
  try {
    return isSamePage(url, new URL(actionUrl(ctx, action)));
  } catch {
    return false; // this route lacks a parameter of the path at which the endpoints are mounted
  }
}

const BUILT_IN = [
  'signin',
  'signout',
  'error',
  'verify-request',
  'account',
  'reauthenticate',
] as const;

/** Whether two URLs lead to one page, whatever their queries. Express ignores the case of paths. */
export function isSamePage(one: URL, other: URL): boolean {
  // Looks behind itself, or each slash of a long path would be read once for each before it.
  const [path, otherPath] = [one, other].map(({ pathname }) =>
    pathname.replace(/(?<!\/)\/+$/, '').toLowerCase(),
  );
  return one.origin === other.origin && path === otherPath;
}

/** Returns the public URL of the request itself. */
export function requestUrl({ origin, request }: Pick<SessionContext, 'origin' | 'request'>): URL {
  return publicUrl({ origin }, request.path, request.search);
}

/** Returns a URL with these query parameters; its other parameters are kept. */
export function withParams(url: URL, params: Readonly<Record<string, string | undefined>>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) target.searchParams.set(name, value);
  }
  return target.href;
}
