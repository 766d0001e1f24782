import { parseSetCookie } from './parse-set-cookie.js';

interface CookieScope {
  readonly path: string;
  /** Milliseconds since the epoch; absent for a cookie of the browser session. */
  readonly expiresAt?: number;
}

/**
 * The cookies of one origin. It keeps one cookie per name: a second one with another path replaces
 * the first, while a browser would keep both.
 * @see RFC 6265 section 5
 */
export class CookieJar {
  /** Name to value, as sent. A test may change it. */
  readonly cookies = new Map<string, string>();
  private readonly scopes = new Map<string, CookieScope>();

  constructor(private readonly origin: URL) {}

  /** Applies one `Set-Cookie` line as a browser would: sets or deletes a cookie, or ignores it. */
  store(line: string, requestPath: string): void {
    const cookie = parseSetCookie(line, requestPath);
    if (!cookie || !this.accepts(cookie)) return;
    const { name, value, path, expiresAt } = cookie;
    if (expiresAt !== undefined && expiresAt <= Date.now()) {
      // Only the cookie of this path: a line with another path deletes nothing in browsers either.
      if ((this.scopes.get(name)?.path ?? '/') === path) this.remove(name);
      return;
    }
    this.cookies.set(name, value);
    this.scopes.set(name, { path, expiresAt });
  }

  /** The `Cookie` header for a path; empty when there is nothing to send. */
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

  /** Browsers accept secure cookies from localhost over http too. */
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
