import type { Endpoint } from '../model/auth-action.js';
import { publicUrl } from './public-url.js';
import type { SessionContext } from './session-context.js';

/**
 * Returns the public URL of an endpoint. It contains the mount path from the request, with the
 * global prefix and the values of path parameters.
 * @throws {AuthError} if a URL parser would change the origin or the path
 */
export function actionUrl(
  ctx: Pick<SessionContext, 'origin' | 'request'>,
  action: Endpoint,
  providerId?: string,
): string {
  const provider = providerId === undefined ? '' : `/${providerId}`;
  return publicUrl(ctx, `${ctx.request.basePath}/${action}${provider}`).href;
}

/** Returns the absolute URL of the application's page, or of the built-in one if there is none. */
export function pageUrl(ctx: SessionContext, page: string | undefined, action: Endpoint): URL {
  return new URL(page ?? actionUrl(ctx, action), ctx.origin);
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
