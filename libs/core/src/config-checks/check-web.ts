import { AuthError } from '../errors/auth.error.js';
import { UntrustedHost } from '../errors/configuration.errors.js';
import { isLocalhost, originOfHost } from '../model/hosts.js';
import type { AuthConfig } from '../options/auth-config.js';
import { isCssColor } from '../theme/is-css-color.js';
import { isSafeImageUrl, isSafeUrlOrPath } from '../model/is-safe-url.js';

/** Requires a trusted host. @see docs/design/wire-contract.md CFG-2; docs/design/decisions.md 12 */
export function* checkHost({ trustHost }: Pick<AuthConfig, 'trustHost'>): Iterable<AuthError> {
  if (!trustHost || (Array.isArray(trustHost) && trustHost.length === 0)) {
    yield new UntrustedHost(
      'trustHost: set AUTH_URL to the public address, or set `trustHost` to the list of allowed hosts, or to true behind a proxy that sets the Host header',
    );
  }
  if (Array.isArray(trustHost) && !trustHost.every(isHost)) {
    yield new AuthError(
      'trustHost: each entry must be a host such as app.example or app.example:8443, without a scheme or a path',
    );
  }
}

function isHost(host: string): boolean {
  return originOfHost('http', host) !== undefined;
}

/** Checks the trusted origins. @see docs/design/security-bar.md A15, E04 */
export function* checkTrustedOrigins({
  trustedOrigins = [],
}: Pick<AuthConfig, 'trustedOrigins'>): Iterable<AuthError> {
  if (!trustedOrigins.every(isOrigin)) {
    yield new AuthError(
      'trustedOrigins: each entry must be an origin such as https://app.example, without a path or a pattern',
    );
  }
}

function isOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  // A URL may have `*` in its host, but such an origin would match nothing.
  return /^https?:$/.test(url.protocol) && url.origin === origin && !origin.includes('*');
}

/** Checks values that end up in HTML. @see docs/design/security-bar.md A18 */
export function* checkTheme({ theme = {} }: Pick<AuthConfig, 'theme'>): Iterable<AuthError> {
  for (const color of ['brandColor', 'buttonText'] as const) {
    if (theme[color] !== undefined && !isCssColor(theme[color])) {
      yield new AuthError(
        `theme.${color}: expected a CSS colour such as #346df1 or rgb(52 109 241)`,
      );
    }
  }
  if (theme.logo !== undefined && !isSafeImageUrl(theme.logo)) {
    yield new AuthError('theme.logo: expected an http(s) URL, a path or a data:image/… URL');
  }
}

/** Checks values that end up in redirects. @see docs/design/security-bar.md A18 */
export function checkPages({ pages = {} }: Pick<AuthConfig, 'pages'>): Iterable<AuthError> {
  return checkAddresses('pages', pages);
}

/** Checks values that end up in links. @see docs/design/security-bar.md A18 */
export function checkLinks({ links = {} }: Pick<AuthConfig, 'links'>): Iterable<AuthError> {
  return checkAddresses('links', links);
}

function* checkAddresses(option: string, addresses: object): Iterable<AuthError> {
  for (const [member, url] of Object.entries(addresses)) {
    if (url !== undefined && !isSafeUrlOrPath(url)) {
      yield new AuthError(
        `${option}.${member}: expected a path that starts with '/', or an http(s) URL`,
      );
    }
  }
}

/**
 * Whether one of the application's own pages has the path of a built-in one. This deserves only a
 * warning: a global prefix, which moves the endpoints elsewhere, is not known at startup.
 * @param basePath - path of the endpoints, without a global prefix
 */
export function isBuiltInPage(url: string, basePath: string): boolean {
  const { pathname } = new URL(url.startsWith('/') ? `http://path${url}` : url);
  const path = pathname.toLowerCase().replace(/\/+$/, '');
  return (
    url.startsWith('/') && BUILT_IN.some((page) => path === `${basePath}/${page}`.toLowerCase())
  );
}

const BUILT_IN = ['signin', 'signout', 'error', 'verify-request'];

/** Browsers keep no cookie longer. @see RFC 6265bis, section 5.5 */
const LONGEST_COOKIE = 400 * 24 * 60 * 60;

export function* checkSessionLife({ session }: Pick<AuthConfig, 'session'>): Iterable<AuthError> {
  const { maxAge, updateAge, absoluteMaxAge } = session ?? {};
  if ((maxAge ?? 0) > LONGEST_COOKIE) yield tooLong('session.maxAge');
  if (isAbove(updateAge, maxAge ?? DEFAULT_MAX_AGE)) {
    yield new AuthError(
      'session.updateAge: must be at most `session.maxAge`, or a session in use would end before it is extended',
    );
  }
  if (isAbove(maxAge, absoluteMaxAge)) {
    yield new AuthError(
      'session.absoluteMaxAge: must be at least `session.maxAge`, since no session lives longer; lower `session.maxAge` to it',
    );
  }
}

/** The default of `session.maxAge`, in seconds. */
const DEFAULT_MAX_AGE = 30 * 24 * 60 * 60;

function isAbove(one: number | undefined, other: number | undefined): boolean {
  return one !== undefined && other !== undefined && one > other;
}

export function* checkTokenLife({ jwt }: Pick<AuthConfig, 'jwt'>): Iterable<AuthError> {
  if ((jwt?.maxAge ?? 0) > LONGEST_COOKIE) yield tooLong('jwt.maxAge');
}

function tooLong(option: string): AuthError {
  return new AuthError(
    `${option}: must be at most ${LONGEST_COOKIE} seconds (400 days), since browsers keep no cookie longer; a session in use is extended before it ends`,
  );
}

/** Checks the URL, which becomes part of the redirect URI: callbacks are sent to it. */
export function* checkRedirectProxy({
  redirectProxyUrl,
}: Pick<AuthConfig, 'redirectProxyUrl'>): Iterable<AuthError> {
  if (redirectProxyUrl !== undefined && !isMount(redirectProxyUrl)) {
    yield new AuthError(
      'redirectProxyUrl: must be the https URL at which the proxy mounts its endpoints, such as https://app.example/auth (http only on localhost); set it or AUTH_REDIRECT_PROXY_URL',
    );
  }
}

function isMount(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, search, hash } = new URL(value);
  const isSecure = protocol === 'https:' || (protocol === 'http:' && isLocalhost(hostname));
  return isSecure && search === '' && hash === '';
}
