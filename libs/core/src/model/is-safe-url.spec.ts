import { isSafeImageUrl, isSafeUrlOrPath } from './is-safe-url.js';

const PAGES = [
  '/',
  '/welcome',
  '/welcome?from=auth#top',
  '/größe',
  'https://app.example/welcome',
  'http://localhost:3000/x',
  'HTTPS://APP.EXAMPLE',
  'http://[::1]:3000/x',
];

const IMAGES = [
  'data:image/png;base64,iVBORw0KGgo=',
  'data:image/svg+xml,%3Csvg%3E%3C/svg%3E',
  'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg"></svg>',
];

const UNSAFE = [
  '',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml\n,<svg>',
  'data:image/svgfoo,x',
  'blob:https://app.example/1',
  'file:///etc/passwd',
  'ftp://app.example/x',
  '//evil.example/x',
  '/\\evil.example/x',
  '/\t/evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https://',
  'https://user:password@app.example/',
  'https://a;script-src/x',
  'https://a,b/x',
  'https://*/x',
  'relative/path',
];

describe('isSafeUrlOrPath', () => {
  it.each(PAGES)('accepts %s', (value) => {
    expect(isSafeUrlOrPath(value)).toBe(true);
  });

  it.each([...UNSAFE, ...IMAGES])('refuses %j (A18)', (value) => {
    expect(isSafeUrlOrPath(value)).toBe(false);
  });

  it.each([[undefined], [null], [7], [['/x']]])('refuses %p, which is not a string', (value) => {
    expect(isSafeUrlOrPath(value)).toBe(false);
  });
});

describe('isSafeImageUrl', () => {
  it.each([...PAGES, ...IMAGES])('accepts %s', (value) => {
    expect(isSafeImageUrl(value)).toBe(true);
  });

  it.each(UNSAFE)('refuses %j (A18)', (value) => {
    expect(isSafeImageUrl(value)).toBe(false);
  });

  it.each([[undefined], [{ toString: () => '/x' }]])(
    'refuses %p, which is not a string',
    (value) => {
      expect(isSafeImageUrl(value)).toBe(false);
    },
  );
});
