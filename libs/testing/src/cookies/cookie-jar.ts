import { parseSetCookie } from './parse-set-cookie.js';

interface CookieScope {
  readonly path: string;
  /** In milliseconds since the epoch; absent for a session cookie. */
  readonly expiresAt?: number;
}

/**
 * The cookies of one origin. Only one cookie per name is kept: a second one with another path
 * replaces the first, although a browser would keep both.
 * @see RFC 6265 section 5
 */
export class CookieJar {
  /** Values by cookie name, as sent. A test may change them. */
  readonly cookies = new Map<string, string>();
  private readonly scopes = new Map<string, CookieScope>();

  constructor(private readonly origin: URL) {}

  /** Applies one `Set-Cookie` line as a browser would: sets or deletes a cookie, or ignores it. */
  store(line: string, requestPath: string): void {
    const cookie = parseSetCookie(line, requestPath);
    if (!cookie || !this.accepts(cookie)) return;
    const { name, value, path, expiresAt } = cookie;
    if (expiresAt !== undefined && expiresAt <= Date.now()) {
      // Browsers, too, delete a cookie only if the path is the same.
      if ((this.scopes.get(name)?.path ?? '/') === path) this.remove(name);
      return;
    }
    this.cookies.set(name, value);
    this.scopes.set(name, { path, expiresAt });
  }

  /** Returns the `Cookie` header for a path, or an empty string if no cookie matches. */
  header(requestPath: string): string {
    const now = Date.now();
    return [...this.cookies]
      .filter(([name]) => {
        const { path, expiresAt } = this.scopes.get(name) ?? { path: '/' };
        return pathMatches(requestPath, path) && (expiresAt ?? Infinity) > now;
      })
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  }

  private accepts(cookie: {
    name: string;
    path: string;
    secure: boolean;
    domain?: string;
  }): boolean {
    const { name, path, secure, domain } = cookie;
    const prefix = name.toLowerCase();
    if (prefix.startsWith('__secure-') && !secure) return false;
    if (prefix.startsWith('__host-') && !(secure && path === '/' && domain === undefined)) {
      return false;
    }
    if (secure && !this.isTrustworthy()) return false;
    return domain === undefined || domainMatches(this.origin.hostname, domain);
  }

  /** Whether to accept secure cookies. Browsers also accept them over HTTP from loopback hosts. */
  private isTrustworthy(): boolean {
    const { protocol, hostname } = this.origin;
    return protocol === 'https:' || /^(?:(?:.+\.)?localhost|127\..+|\[::1\])$/.test(hostname);
  }

  private remove(name: string): void {
    this.cookies.delete(name);
    this.scopes.delete(name);
  }
}

/** @see RFC 6265 section 5.1.4 */
function pathMatches(requestPath: string, path: string): boolean {
  if (requestPath === path) return true;
  return requestPath.startsWith(path.endsWith('/') ? path : `${path}/`);
}

/** @see RFC 6265 section 5.1.3 */
function domainMatches(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
