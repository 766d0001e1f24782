import type { AuthAction } from '../model/auth-action.js';
import type { SessionContext } from './session-context.js';

/**
 * The public URL of an endpoint. Every URL is made here, from the request's own mount path, which
 * keeps a global prefix working.
 */
export function actionUrl(
  { origin, request }: Pick<SessionContext, 'origin' | 'request'>,
  action: AuthAction,
  providerId?: string,
): string {
  const provider = providerId === undefined ? '' : `/${providerId}`;
  return `${origin}${request.basePath}/${action}${provider}`;
}

/** A page of the application's own, made absolute; or our own page for that action. */
export function pageUrl(ctx: SessionContext, page: string | undefined, action: AuthAction): URL {
  return new URL(page ?? actionUrl(ctx, action), ctx.origin);
}

/** A URL with more parameters, added correctly to those it has. */
export function withParams(url: URL, params: Readonly<Record<string, string | undefined>>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) target.searchParams.set(name, value);
  }
  return target.href;
}
