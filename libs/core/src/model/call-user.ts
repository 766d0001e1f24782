import { isPromiseLike, type MaybePromise } from './maybe-promise.js';
import { withTimeout } from './with-timeout.js';

/**
 * Calls a function of the application, which may return a promise, fail or hang. All such calls
 * must use this function.
 * @param config - the configuration of the request, for its `timeoutMs`
 * @param name - the name of the option, for errors
 * @returns the value, synchronously if it is not a promise, so that guards can be synchronous
 * @throws what the function throws; {Timeout} if its promise does not settle in time
 */
export function callUser<T>(
  { timeoutMs }: { readonly timeoutMs: number },
  name: string,
  call: () => MaybePromise<T>,
): MaybePromise<T> {
  const result = call();
  // A promise from another library is converted to a native one, which follows the standard.
  return isPromiseLike(result) ? withTimeout(Promise.resolve(result), timeoutMs, name) : result;
}
