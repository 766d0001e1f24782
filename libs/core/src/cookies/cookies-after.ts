import type { SetCookie } from './cookie-jar.js';

/**
 * Returns the `Cookie` header that a browser would send after these cookies were set.
 * @param header - the `Cookie` header of the request
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
