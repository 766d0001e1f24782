import { type Answer, call } from './call.js';
import type { Failure } from './failure.js';
import type { Page } from './page.js';
import type { CsrfTokenResult } from './results.js';

const requestToken = (page: Page) =>
  call<{ csrfToken: string }>(page, 'csrf', (body) => body?.csrfToken);

export async function readCsrfToken(page: Page): Promise<CsrfTokenResult> {
  const answer = await requestToken(page);
  return answer.ok ? { ok: true, csrfToken: answer.body.csrfToken } : answer;
}

/**
 * Posts fields with a CSRF token. If the token has expired meanwhile, such as by a sign-in in
 * another tab, it is fetched and the request is sent once more.
 */
export async function post<T>(
  page: Page,
  path: string,
  isExpected: (body: T | null | undefined) => unknown,
  fields: Readonly<Record<string, unknown>>,
  headers?: Readonly<Record<string, string>>,
): Promise<Answer<T> | Failure> {
  const attempt = async () => {
    const token = await requestToken(page);
    if (!token.ok) return token;
    return call<T>(page, path, isExpected, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...fields, csrfToken: token.body.csrfToken }),
    });
  };
  const answer = await attempt();
  // A refused update of the session is `null`, whatever the reason.
  const isStale = !answer.ok && /^(MissingCSRF|InvalidRequest)$/.test(answer.error);
  return isStale ? attempt() : answer;
}

/** Posts what a form would post; the response names the page to show next. */
export function postForm(
  page: Page,
  path: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<Answer<{ url: string }> | Failure> {
  return post<{ url: string }>(page, path, (body) => body?.url, fields, {
    'X-Auth-Return-Redirect': '1',
  });
}

/** Shows a page; in the same document if only the fragment differs. */
export function go(url: string): void {
  globalThis.location?.assign(url);
}

/**
 * The page to return to: without the error of an earlier attempt, which would be shown again. What
 * is no address is left to the server; a server that renders has no current page.
 */
export function targetOf(callbackUrl: string | undefined): string | undefined {
  try {
    const url = new URL(callbackUrl ?? location.href, location.href);
    url.searchParams.delete('error');
    return url.href;
  } catch {
    return callbackUrl;
  }
}
