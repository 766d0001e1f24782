import type { Environment } from '../../config/env-defaults.js';
import { createAuthLogger } from '../../logging/nest-auth-logger.js';
import type { LoggerInstance } from '../../logging/auth-logger.port.js';
import type { AuthAction } from '../../model/auth-action.js';
import { originOfHost } from '../../model/hosts.js';
import { publicUrl } from './public-url.js';

/** The fifth argument: a base path, or the object that Auth.js accepts. */
export type ActionURLOptions =
  string | { basePath?: string; logger?: Partial<LoggerInstance> } | undefined;

/**
 * Returns the URL of an endpoint, based on the environment or on the headers of a request.
 * @param protocol - used if `x-forwarded-proto` is absent; with or without a colon. `https` if it is
 *   missing or empty
 * @throws {TypeError} if AUTH_URL is invalid, or if it is missing and the request has no valid host
 * @throws {AuthError} if the base path does not consist of plain segments
 * @see docs/design/wire-contract.md 1.5
 */
// The same five positional parameters as in Auth.js.
export function createActionURL(
  action: AuthAction,
  protocol: string | undefined,
  headers: Headers,
  envObject: Environment,
  options?: ActionURLOptions,
): URL {
  const { basePath, logger } = typeof options === 'object' ? options : { basePath: options };
  const configured = envObject['AUTH_URL'] || envObject['NEXTAUTH_URL'];
  const base = configured ? urlOfEnvironment(configured) : urlOfRequest(protocol, headers);
  const path = trim(basePath);
  if (path !== '' && base.pathname !== '/') {
    if (base.pathname !== basePath) createAuthLogger(logger).warn('env-url-basepath-mismatch');
    base.pathname = '/';
  }
  const prefix = [trim(base.pathname), path].filter((part) => part !== '').join('/');
  return publicUrl(base, prefix === '' ? `/${action}` : `/${prefix}/${action}`);
}

function urlOfEnvironment(configured: string): URL {
  const url = URL.canParse(configured) ? new URL(configured) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('AUTH_URL: expected an http(s) URL, such as https://app.example');
  }
  return url;
}

function urlOfRequest(protocol: string | undefined, headers: Headers): URL {
  const host = first(headers.get('x-forwarded-host')) ?? first(headers.get('host')) ?? '';
  const scheme = first(headers.get('x-forwarded-proto')) ?? (protocol || 'https');
  const origin = originOfHost(scheme.replace(/:$/, ''), host);
  if (origin === undefined) {
    throw new TypeError('the request has no valid host; set AUTH_URL');
  }
  return new URL(origin);
}

/** Proxies append to a list; the first entry is the one nearest to the browser. */
function first(value: string | null): string | undefined {
  const entry = value?.split(',', 1)[0]?.trim();
  return entry === '' ? undefined : entry;
}

function trim(path = ''): string {
  return path.replace(/^\/+|\/+$/g, '');
}
