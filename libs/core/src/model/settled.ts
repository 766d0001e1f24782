import { toError } from '../errors/to-error.js';
import type { MaybePromise } from './maybe-promise.js';

/** Turns a thrown error into a rejection, so that a failed read is remembered and not repeated. */
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
