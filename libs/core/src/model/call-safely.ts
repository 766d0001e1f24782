import { isPromiseLike } from './maybe-promise.js';

/** Receives what was thrown. */
export type Reporter = (thrown: unknown) => void;

/** Calls without waiting; what is thrown, or rejected with, is reported. */
export function callSafely(report: Reporter, call: () => unknown): void {
  try {
    const result = call();
    if (isPromiseLike(result)) result.then(undefined, report);
  } catch (thrown) {
    report(thrown);
  }
}
