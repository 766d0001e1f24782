import type { ActionResult } from '../../request/context/auth-response.js';
import { languageHeaders } from '../../config/texts/language.js';
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
 * Turns a page with a form into a response. Under `no-referrer` a browser sends `Origin: null` with
 * the form, and one without Fetch Metadata sends nothing else about where the form is from. Such a
 * page may therefore send its origin, to its own origin only.
 * @see docs/design/security-bar.md RP8
 */
export function formPageOf(page: RenderedPage): ActionResult {
  const response = pageOf(page);
  return { ...response, headers: { ...response.headers, 'referrer-policy': 'same-origin' } };
}
