import { toError } from '../errors/to-error.js';
import type { MaybePromise } from './maybe-promise.js';

/** A throw as a rejection: a reading that failed is remembered too, and asked for no second time. */
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
