import { AuthError } from '../errors/auth.error.js';
import { UntrustedHost } from '../errors/configuration.errors.js';
import type { AuthConfig } from './options/auth-config.js';
import { isObject } from './options/option-test.js';
import { type Environment, originFrom } from './env-defaults.js';

/**
 * Reports an invalid AUTH_URL, and quotes around the value of a variable. If it counted as missing, the host of each request would silently be
 * used as the public one.
 * @see docs/design/decisions.md 12
 */
export function* checkEnvironment(env: Environment): Iterable<AuthError> {
  const quoted = Object.keys(env).filter(
    (name) => NAMED.test(name) && QUOTED.test(env[name] ?? ''),
  );
  for (const name of quoted) {
    yield new AuthError(
      `${name}: the value has quotes around it, which \`docker --env-file\` and some editors keep; write it without them`,
    );
  }
  if (quoted.includes('AUTH_URL')) return;
  if (env['AUTH_URL'] && originFrom(env) === undefined) {
    yield new AuthError('AUTH_URL: expected an http(s) URL, such as https://app.example');
  }
}

/** Our variables, except secrets of ours, for which quotes do no harm if every instance has them. */
const NAMED = /^AUTH_(?!SECRET|ENCRYPTION_SECRET)/;
const QUOTED = /^(["'`]).*\1$/;

/**
 * Requires in production that the operator names the site that emailed links lead to. Elsewhere, an
 * application may run on localhost only, which is known at each request.
 * @param config - with the defaults from the environment
 * @see docs/design/security-bar.md RQ1
 */
export function* checkMailOrigin(env: Environment, config: AuthConfig): Iterable<AuthError> {
  const { trustHost, providers, mailer } = config;
  const isAny = trustHost === true && originFrom(env) === undefined;
  const mails = mailer !== undefined || hasType(providers, ['email']);
  if (env['NODE_ENV'] !== 'production' || !isAny || !mails) return;
  yield new UntrustedHost(
    'trustHost: `true` is not enough for emailed links, since whoever requests one chooses the Host header; set AUTH_URL to the public address, or `trustHost` to the list of allowed hosts',
  );
}

/**
 * Requires in production that `Auth()` can count guesses by network. If they were counted by name
 * only, an attacker who keeps guessing a name would lock out its owner.
 * @see docs/design/security-bar.md RQ9
 */
export function* checkClientAddress(env: Environment, config: AuthConfig): Iterable<AuthError> {
  const { limits, providers } = config;
  const isCounted = limits === false || (isObject(limits) && 'address' in limits);
  if (env['NODE_ENV'] !== 'production' || isCounted) return;
  if (!hasType(providers, ['credentials', 'email'])) return;
  yield new AuthError(
    'limits.address: is required for sign-in by credentials or email with `Auth()`, which does not know the addresses of clients; return the address that your platform or proxy reports for the request, or set `limits: false` if you limit attempts yourself',
  );
}

function hasType(providers: unknown, types: readonly string[]): boolean {
  if (!Array.isArray(providers)) return false;
  return providers.some(
    (one) => isObject(one) && 'type' in one && types.includes(String(one.type)),
  );
}
