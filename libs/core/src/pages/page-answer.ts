import type { AuthAnswer } from '../exchange/auth-response.js';
import type { RenderedPage } from './rendered-page.js';

/** A page as an answer. */
export function pageOf({ html, contentSecurityPolicy }: RenderedPage, status = 200): AuthAnswer {
  return { status, body: { html }, headers: { 'content-security-policy': contentSecurityPolicy } };
}

/**
 * A page with a form. Over plain http a browser sends no `Sec-Fetch-Site`, and under `no-referrer`
 * no origin either; there the page may name its own origin, or its form would pass for a foreign one.
 */
export function formPageOf(
  { origin }: { readonly origin: string },
  page: RenderedPage,
): AuthAnswer {
  const answer = pageOf(page);
  if (origin.startsWith('https:')) return answer;
  return { ...answer, headers: { ...answer.headers, 'referrer-policy': 'same-origin' } };
}
