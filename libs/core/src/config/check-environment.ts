import { AuthError } from '../errors/auth.error.js';
import { UntrustedHost } from '../errors/configuration.errors.js';
import type { AuthConfig } from '../options/auth-config.js';
import { isObject } from '../options/option-test.js';
import { type Environment, originFrom } from './env-defaults.js';

/**
 * Reports an invalid AUTH_URL. If it counted as missing, the host of each request would silently be
 * used as the public one.
 * @see docs/design/decisions.md 12
 */
export function* checkEnvironment(env: Environment): Iterable<AuthError> {
  if (env['AUTH_URL'] && originFrom(env) === undefined) {
    yield new AuthError('AUTH_URL: expected an http(s) URL, such as https://app.example');
  }
}

/**
 * Requires in production that the operator names the site that emailed links lead to. Elsewhere, an
 * application may run on localhost only, which is known at each request.
 * @param config - with the defaults from the environment
 * @see docs/design/security-bar.md RQ1
 */
export function* checkMailOrigin(env: Environment, config: AuthConfig): Iterable<AuthError> {
  const { trustHost, providers } = config;
  const isAny = trustHost === true && originFrom(env) === undefined;
  if (env['NODE_ENV'] !== 'production' || !isAny || !Array.isArray(providers)) return;
  if (!providers.some((one) => isObject(one) && 'type' in one && one.type === 'email')) return;
  yield new UntrustedHost(
    'trustHost: `true` is not enough for emailed links, since whoever requests one chooses the Host header; set AUTH_URL to the public address, or `trustHost` to the list of allowed hosts',
  );
}
