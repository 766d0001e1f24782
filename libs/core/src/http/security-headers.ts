/** Headers of every response. @see docs/design/security-bar.md O5, D23, E22 */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'private, no-cache, no-store',
  expires: '0',
  pragma: 'no-cache',
  vary: 'Cookie',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-type': 'text/plain; charset=utf-8',
};

/** Headers of JSON responses. */
export const JSON_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON_HEADERS,
  'content-type': 'application/json; charset=utf-8',
};

/** Additional headers of pages. @see docs/design/security-bar.md E08, E25 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
