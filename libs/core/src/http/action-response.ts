import type { AuthRequest } from '../request/context/auth-request.js';
import type { ActionResult, AuthResponse } from '../request/context/auth-response.js';
import type { SetCookie } from '../cookies/cookie-jar.js';
import { COMMON_HEADERS, JSON_HEADERS, PAGE_HEADERS } from './security-headers.js';
import { wantsUrl } from './wants-url.js';

/**
 * Builds the response of an action: status, headers and body. The default status is 200; for a
 * redirect, such as that after sign-in or sign-out, it is 302, or 200 with the URL as JSON.
 * @see docs/design/wire-contract.md E-1 to E-3
 */
export function actionResponse(
  request: AuthRequest,
  result: ActionResult,
  cookies: readonly SetCookie[] = [],
): AuthResponse {
  const due = request.method === 'HEAD' ? [] : cookies;
  if (result.redirect !== undefined)
    return withRedirect(request, result.redirect, { result, cookies: due });
  const { status = 200, headers, body } = result;
  if (body === undefined) {
    return { status, headers: { ...COMMON_HEADERS, ...headers }, body: '', cookies: due };
  }
  if ('html' in body) {
    const all = { ...COMMON_HEADERS, ...PAGE_HEADERS, ...headers };
    return { status, headers: all, body: body.html, cookies: due };
  }
  const all = headers ? { ...JSON_HEADERS, ...headers } : JSON_HEADERS;
  return { status, headers: all, body: JSON.stringify(body.json ?? null), cookies: due };
}

function withRedirect(
  request: AuthRequest,
  location: string,
  { result, cookies }: { result: ActionResult; cookies: readonly SetCookie[] },
): AuthResponse {
  if (!wantsUrl(request)) {
    const headers = { ...COMMON_HEADERS, ...result.headers, location };
    return { status: result.status ?? 302, headers, body: '', cookies, redirect: location };
  }
  return {
    status: result.status ?? 200,
    headers: { ...JSON_HEADERS, ...result.headers, location },
    body: JSON.stringify({ url: location }),
    cookies,
    redirect: location,
  };
}
