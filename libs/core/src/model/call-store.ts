import { AuthError } from '../errors/auth.error.js';
import { toError } from '../errors/to-error.js';
import { isPromiseLike, type MaybePromise } from './maybe-promise.js';
import { withTimeout } from './with-timeout.js';

/**
 * Calls a store that an option names, or a feature. A driver's message, such as `Connection is closed`, does not
 * state which of an application's stores has failed.
 * @param what - the option and its method for the error, e.g. `session.revocation.record`
 * @throws {Timeout} if the store has not responded after `timeoutMs`
 * @throws {AuthError} if it fails; one that the store itself threw is passed on
 */
export async function callStore<T>(
  what: string,
  timeoutMs: number,
  call: () => MaybePromise<T>,
): Promise<T> {
  try {
    const given = call();
    return isPromiseLike(given)
      ? await withTimeout(Promise.resolve(given), timeoutMs, what)
      : given;
  } catch (thrown) {
    if (thrown instanceof AuthError) throw thrown;
    throw new AuthError(`${what} failed`, { err: toError(thrown) });
  }
}
