import type { ActionResult } from '../exchange/auth-response.js';
import { languageHeaders } from '../texts/language.js';
import type { RenderedPage } from './rendered-page.js';

/** Turns a page into a response. */
export function pageOf(page: RenderedPage, status = 200): ActionResult {
  const { html, contentSecurityPolicy, language } = page;
  const headers = {
    ...languageHeaders(language),
    'content-security-policy': contentSecurityPolicy,
  };
  return { status, body: { html }, headers };
}

/**
 * Turns a page with a form into a response. Over plain http a browser sends no `Sec-Fetch-Site`,
 * and under `no-referrer` no origin either. Such a page may therefore send its origin; otherwise
 * its form would be treated as cross-origin.
 */
export function formPageOf(
  { origin }: { readonly origin: string },
  page: RenderedPage,
): ActionResult {
  const response = pageOf(page);
  if (origin.startsWith('https:')) return response;
  return { ...response, headers: { ...response.headers, 'referrer-policy': 'same-origin' } };
}
