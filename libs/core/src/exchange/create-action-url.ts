import type { Environment } from '../config/env-defaults.js';
import { createAuthLogger } from '../logging/nest-auth-logger.js';
import type { LoggerInstance } from '../logging/auth-logger.port.js';
import type { AuthAction } from '../model/auth-action.js';
import { originOfHost } from '../model/origin-of-host.js';
import { publicUrl } from './public-url.js';

/** The fifth argument: a base path, or the object that Auth.js takes. */
export type ActionURLOptions =
  string | { basePath?: string; logger?: Partial<LoggerInstance> } | undefined;

/**
 * The URL of an endpoint, from the environment or from the headers of a request.
 * @param protocol - used where `x-forwarded-proto` is absent; with or without a colon
 * @throws {TypeError} without AUTH_URL and a usable host
 * @throws {AuthError} when the base path is not a path of plain segments
 * @see docs/design/wire-contract.md 1.5
 */
// Five positional parameters, as Auth.js has them.
export function createActionURL(
  action: AuthAction,
  protocol: string,
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

function urlOfRequest(protocol: string, headers: Headers): URL {
  const host = first(headers.get('x-forwarded-host')) ?? first(headers.get('host')) ?? '';
  const scheme = first(headers.get('x-forwarded-proto')) ?? (protocol === '' ? 'https' : protocol);
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
