import { createHash } from 'node:crypto';
import { STYLESHEET } from './pages/stylesheet.js';

/**
 * Allowed targets of forms. Chromium also applies `form-action` to redirects after a form, so it
 * must allow those to the application and its front end, which run on loopback hosts during
 * development.
 */
const LOOPBACK_TARGETS = 'localhost:* *.localhost:* 127.0.0.1:*';

/**
 * Returns headers for the provider's pages: they load nothing but the stylesheet, and are not
 * framed or cached.
 * @param redirectUri - the final target of the page's form; absent if the page has no form
 * @see Content Security Policy Level 3
 */
export function pageHeaders(redirectUri?: string): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': [
      `default-src 'none'`,
      `style-src 'sha256-${createHash('sha256').update(STYLESHEET).digest('base64')}'`,
      `img-src data:`,
      `form-action ${redirectUri ? formTargets(redirectUri) : "'none'"}`,
      `frame-ancestors 'none'`,
      `base-uri 'none'`,
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
}

function formTargets(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);

  // The schemes of native applications have no origin.
  return `'self' ${LOOPBACK_TARGETS} ${origin === 'null' ? protocol : origin}`;
}
