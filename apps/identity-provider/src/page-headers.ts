import { createHash } from 'node:crypto';
import { STYLESHEET } from './pages/stylesheet.js';

/**
 * Chromium applies `form-action` to every redirect after a form, so it must allow the redirects to
 * the application and to its front end. On a developer's machine those are loopback hosts, on any
 * port.
 */
const LOOPBACK_TARGETS = 'localhost:* *.localhost:* 127.0.0.1:*';

/**
 * Headers of the provider's pages: they load only the one stylesheet, are not framed, and are not
 * cached.
 * @param redirectUri - the final target of the page's form, absent on a page without a form
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
