import type { AuthRequest } from '../exchange/auth-request.js';
import type { AuthAnswer, AuthResponse } from '../exchange/auth-response.js';
import type { SetCookie } from '../cookies/cookie-jar.js';
import { COMMON_HEADERS, JSON_HEADERS, PAGE_HEADERS } from './security-headers.js';
import { wantsUrl } from './wants-url.js';

/**
 * Makes a response ready to be written: status, headers, body. An action that names no status gets
 * 200; where it sends the browser elsewhere, as sign-in and sign-out do, 302, or 200 and the URL.
 * @see docs/design/wire-contract.md E-1 to E-3
 */
export function actionResponse(
  request: AuthRequest,
  answer: AuthAnswer,
  cookies: readonly SetCookie[] = [],
): AuthResponse {
  const due = request.method === 'HEAD' ? [] : cookies;
  if (answer.redirect !== undefined)
    return withRedirect(request, answer.redirect, { answer, cookies: due });
  const { status = 200, headers, body } = answer;
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
  { answer, cookies }: { answer: AuthAnswer; cookies: readonly SetCookie[] },
): AuthResponse {
  if (!wantsUrl(request)) {
    const headers = { ...COMMON_HEADERS, ...answer.headers, location };
    return { status: answer.status ?? 302, headers, body: '', cookies, redirect: location };
  }
  return {
    status: answer.status ?? 200,
    headers: { ...JSON_HEADERS, ...answer.headers, location },
    body: JSON.stringify({ url: location }),
    cookies,
    redirect: location,
  };
}
