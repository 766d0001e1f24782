import type { ActionResult } from '../exchange/auth-response.js';
import { languageHeaders } from '../texts/language.js';
import type { RenderedPage } from './rendered-page.js';

/** A page as a response. */
export function pageOf(page: RenderedPage, status = 200): ActionResult {
  const { html, contentSecurityPolicy, language } = page;
  const headers = {
    ...languageHeaders(language),
    'content-security-policy': contentSecurityPolicy,
  };
  return { status, body: { html }, headers };
}

/**
 * A page with a form. Over plain http a browser sends no `Sec-Fetch-Site`, and under `no-referrer`
 * no origin either. There the page may send its own origin, or its form would count as foreign.
 */
export function formPageOf(
  { origin }: { readonly origin: string },
  page: RenderedPage,
): ActionResult {
  const response = pageOf(page);
  if (origin.startsWith('https:')) return response;
  return { ...response, headers: { ...response.headers, 'referrer-policy': 'same-origin' } };
}
