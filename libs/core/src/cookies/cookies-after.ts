import type { SetCookie } from './cookie-jar.js';

/**
 * Returns the `Cookie` header that a browser would send after these cookies were set. Former cookies
 * stay in it, since a request cannot show which cookie is the former one.
 * @param header - the `Cookie` header of the request
 */
export function cookiesAfter(header: string, cookies: readonly SetCookie[]): string {
  const changed = cookies.filter(({ isFormer }) => !isFormer);
  const names = new Set(changed.map(({ name }) => name));
  const kept = header
    .split(';')
    // Only the space that separates two cookies: any other blank may be part of a name.
    .map((pair) => pair.replace(/^ /, ''))
    .filter((pair) => pair.trim() !== '' && !names.has(pair.split('=', 1)[0]?.trim() ?? ''));
  const set = changed
    .filter(({ value, options }) => value !== '' || options.maxAge !== 0)
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
  return [...kept, ...set].join('; ');
}
