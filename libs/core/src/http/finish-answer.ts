import type { AuthRequest } from '../exchange/auth-request.js';
import { fieldsOf, headerOf } from '../exchange/auth-request.js';
import type { AuthAnswer, AuthResponse } from '../exchange/auth-response.js';
import type { SetCookie } from '../exchange/cookie-jar.js';
import { COMMON_HEADERS, JSON_HEADERS, PAGE_HEADERS } from './security-headers.js';

/**
 * Makes an answer ready to be written: status, headers, body.
 * @see docs/design/wire-contract.md E-1 to E-3
 */
export function finishAnswer(
  request: AuthRequest,
  answer: AuthAnswer,
  cookies: readonly SetCookie[] = [],
): AuthResponse {
  const due = request.method === 'HEAD' ? [] : cookies;
  if (answer.redirect !== undefined)
    return finishRedirect(request, answer.redirect, { answer, cookies: due });
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

function finishRedirect(
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

/**
 * Whether the caller wants to be told where to go rather than be sent there.
 * @see docs/design/decisions.md 18
 */
export function wantsUrl(request: AuthRequest): boolean {
  return headerOf(request, 'x-auth-return-redirect') !== undefined || saysJson(request);
}

/** A body that is not an object of fields asks for nothing, so its refusal is a page. */
function saysJson(request: AuthRequest): boolean {
  try {
    return fieldsOf(request)?.get('json') === 'true';
  } catch {
    return false;
  }
}

/** Whether the caller is a browser that shows pages. */
export function wantsPage(request: AuthRequest): boolean {
  return !wantsUrl(request) && (headerOf(request, 'accept')?.includes('text/html') ?? false);
}
