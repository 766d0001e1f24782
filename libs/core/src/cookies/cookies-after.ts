import type { SetCookie } from './cookie-jar.js';

/**
 * The `Cookie` header that a browser would send once these cookies are set.
 * @param header - as it came
 */
export function cookiesAfter(header: string, cookies: readonly SetCookie[]): string {
  const names = new Set(cookies.map(({ name }) => name));
  const kept = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '' && !names.has(pair.split('=', 1)[0]?.trim() ?? ''));
  const set = cookies
    .filter(({ value, options }) => value !== '' || options.maxAge !== 0)
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
  return [...kept, ...set].join('; ');
}
