import { AuthError } from '../errors/auth.error.js';
import { UntrustedHost } from '../errors/configuration.errors.js';
import type { AuthConfig } from './auth-config.js';
import type { CookieKey } from './cookie-definition.js';
import { isCssColor } from './is-css-color.js';
import { isSafeImageUrl, isSafeUrlOrPath } from './is-safe-url.js';

/** @see wire contract CFG-2; design decision 12 */
export function* checkHost({ trustHost, trustedOrigins = [] }: AuthConfig): Iterable<AuthError> {
  if (!trustHost || (Array.isArray(trustHost) && trustHost.length === 0)) {
    yield new UntrustedHost(
      'trustHost: set AUTH_URL to the public address, or `trustHost` to the list of hosts, or to true behind a proxy that sets the Host header',
    );
  }
  for (const origin of Array.isArray(trustedOrigins) ? trustedOrigins : []) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      yield new AuthError(
        'trustedOrigins: each entry is an origin, such as https://app.example, without a path',
      );
    }
  }
}

/** Values that end up in HTML or in redirects. @see security bar A18 */
export function* checkPages({
  theme = {},
  pages = {},
  redirectProxyUrl,
}: AuthConfig): Iterable<AuthError> {
  for (const color of ['brandColor', 'buttonText'] as const) {
    if (typeof theme[color] === 'string' && !isCssColor(theme[color])) {
      yield new AuthError(
        `theme.${color}: expected a CSS colour such as #346df1 or rgb(52 109 241)`,
      );
    }
  }
  if (typeof theme.logo === 'string' && !isSafeImageUrl(theme.logo)) {
    yield new AuthError('theme.logo: expected an http(s) URL, a path or a data:image/… URL');
  }
  for (const [page, url] of Object.entries(pages)) {
    if (typeof url === 'string' && !isSafeUrlOrPath(url)) {
      yield new AuthError(`pages.${page}: expected a path that starts with '/', or an http(s) URL`);
    }
  }
  if (redirectProxyUrl !== undefined) {
    yield new AuthError(
      'redirectProxyUrl: is not available in this version; unset it and AUTH_REDIRECT_PROXY_URL',
    );
  }
}

const TOKEN = /^[\w!#$%&'*.^`|~+-]+$/;
const ATTRIBUTE = /^[^;\s\p{Cc}]*$/u;

/** @see wire contract CK-3; RFC 6265 section 4.1.1; security bar A56 */
export function* checkCookies({ cookies = {} }: AuthConfig): Iterable<AuthError> {
  const names = new Map<string, string>();
  for (const [key, cookie] of Object.entries(cookies)) {
    const { name, options = {} } = cookie ?? {};
    const at = `cookies.${key as CookieKey}`;
    if (name !== undefined && (typeof name !== 'string' || !TOKEN.test(name))) {
      yield new AuthError(`${at}.name: expected a cookie name without spaces, quotes, ';' or '='`);
    }
    if (name !== undefined && names.has(name)) {
      yield new AuthError(
        `${at}.name: is also the name of ${names.get(name)}; each cookie needs its own`,
      );
    }
    if (name !== undefined) names.set(name, at);
    for (const attribute of ['domain', 'path'] as const) {
      const value: unknown = options[attribute];
      if (value !== undefined && (typeof value !== 'string' || !ATTRIBUTE.test(value))) {
        yield new AuthError(
          `${at}.options.${attribute}: expected a text without spaces, ';' or control characters`,
        );
      }
    }
    if (options.maxAge !== undefined && !Number.isSafeInteger(options.maxAge)) {
      yield new AuthError(`${at}.options.maxAge: expected whole seconds`);
    }
    if (options.expires !== undefined && !(options.expires instanceof Date)) {
      yield new AuthError(`${at}.options.expires: expected a Date`);
    }
  }
}
