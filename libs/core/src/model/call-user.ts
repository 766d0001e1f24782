import { isPromiseLike, type MaybePromise } from './maybe-promise.js';
import { withTimeout } from './with-timeout.js';

/**
 * The one way to call code of the application: it may return a promise, fail, or hang.
 * @param config - the configuration of the request, for its `timeoutMs`
 * @param name - of the option, as errors show it
 * @returns at once what is not a promise, so that the path of a guard stays synchronous
 * @throws what the code throws; {Timeout} where its promise has not settled in time
 */
export function callUser<T>(
  { timeoutMs }: { readonly timeoutMs: number },
  name: string,
  call: () => MaybePromise<T>,
): MaybePromise<T> {
  const result = call();
  // A promise of another library becomes a native one, which follows the standard.
  return isPromiseLike(result) ? withTimeout(Promise.resolve(result), timeoutMs, name) : result;
}
