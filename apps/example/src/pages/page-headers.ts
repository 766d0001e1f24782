const NOTHING_FOREIGN = {
  'default-src': `'none'`,
  'style-src': `'self'`,
  'img-src': `'self'`,
  'base-uri': `'none'`,
  'form-action': `'none'`,
  'frame-ancestors': `'none'`,
};

/**
 * The headers of a page: it loads nothing foreign, is not framed, and is not cached.
 * @param more - further directives of the content security policy for this page
 */
export function pageHeaders(more: Readonly<Record<string, string>> = {}): [string, string][] {
  return [
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Content-Security-Policy', policyOf({ ...NOTHING_FOREIGN, ...more })],
    ['Cache-Control', 'private, no-store'],
    ['Referrer-Policy', 'same-origin'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
  ];
}

function policyOf(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
