const NOTHING_FOREIGN = {
  'default-src': `'none'`,
  'script-src': `'self'`,
  'style-src': `'self'`,
  'img-src': `'self'`,
  'base-uri': `'none'`,
  'form-action': `'none'`,
  'frame-ancestors': `'none'`,
};

/**
 * Returns headers for a page: it loads nothing from other sites, and is not framed or cached.
 * @param more - additional directives for the content security policy of this page
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
