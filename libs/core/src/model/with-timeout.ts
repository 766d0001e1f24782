import { Timeout } from '../errors/internal.errors.js';

/**
 * Limits the time that a promise may take.
 * @param what - the name of the operation for the error, e.g. `adapter.getUser`
 * @throws {Timeout} when the promise has not settled after `timeoutMs`
 */
export function withTimeout<T>(
  promise: PromiseLike<T>,
  timeoutMs: number,
  what: string,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Timeout(`${what} did not respond within ${timeoutMs / 1000} s`)),
      timeoutMs,
    );
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error as Error);
      },
    );
  });
}
