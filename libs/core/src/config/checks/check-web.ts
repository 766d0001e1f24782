import { AuthError } from '../../errors/auth.error.js';
import { UntrustedHost } from '../../errors/configuration.errors.js';
import { isLocalhost, originOfHost } from '../../model/hosts.js';
import type { AuthConfig } from '../options/auth-config.js';

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
