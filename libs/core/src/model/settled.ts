import { toError } from '../errors/to-error.js';
import type { MaybePromise } from './maybe-promise.js';

/** Converts a synchronous throw into a rejection, which callers can keep like any other. */
export function settled<T>(read: () => MaybePromise<T>): MaybePromise<T> {
  try {
    return read();
  } catch (thrown) {
    const failed = Promise.reject<T>(toError(thrown));
    // Callers receive the rejection; without this, it would be unhandled until they do.
    failed.catch(() => undefined);
    return failed;
  }
}
