import { AuthError } from '../errors/auth.error.js';
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
