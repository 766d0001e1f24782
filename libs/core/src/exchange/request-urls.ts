import type { Endpoint } from '../model/auth-action.js';
import { publicUrl } from './public-url.js';
import type { SessionContext } from './session-context.js';

/**
 * The public URL of an endpoint, made from the request's own mount path, which keeps a global prefix
 * and the parameters of a path working.
 * @throws {AuthError} if the URL would not be that path on the public origin
 */
export function actionUrl(
  ctx: Pick<SessionContext, 'origin' | 'request'>,
  action: Endpoint,
  providerId?: string,
): string {
  const provider = providerId === undefined ? '' : `/${providerId}`;
  return publicUrl(ctx, `${ctx.request.basePath}/${action}${provider}`).href;
}

/** The absolute URL of the application's page, or of the built-in page for the action. */
export function pageUrl(ctx: SessionContext, page: string | undefined, action: Endpoint): URL {
  return new URL(page ?? actionUrl(ctx, action), ctx.origin);
}

/** The URL of the request itself, as browsers know it. */
export function requestUrl({ origin, request }: Pick<SessionContext, 'origin' | 'request'>): URL {
  return publicUrl({ origin }, request.path, request.search);
}

/** Adds parameters to a URL, keeping those it has. */
export function withParams(url: URL, params: Readonly<Record<string, string | undefined>>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) target.searchParams.set(name, value);
  }
  return target.href;
}
