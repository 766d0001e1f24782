import { AuthError } from '../errors/auth.error.js';
import { type Environment, originFrom } from './env-defaults.js';

/**
 * An invalid address must not count as missing: without this the host of each request would be taken for
 * the public one, unnoticed.
 * @see docs/design/decisions.md 12
 */
export function* checkEnvironment(env: Environment): Iterable<AuthError> {
  if (env['AUTH_URL'] && originFrom(env) === undefined) {
    yield new AuthError('AUTH_URL: expected an http(s) URL, such as https://app.example');
  }
}
