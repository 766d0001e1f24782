import { toError } from '../errors/to-error.js';
import type { MaybePromise } from './maybe-promise.js';

/** Turns a throw into a rejection, so that a failed read is remembered too, and not repeated. */
export function settled<T>(read: () => MaybePromise<T>): MaybePromise<T> {
  try {
    return read();
  } catch (thrown) {
    const failed = Promise.reject<T>(toError(thrown));
    // Callers get the rejection; without this it would be unhandled while the reading is stored.
    failed.catch(() => undefined);
    return failed;
  }
}
