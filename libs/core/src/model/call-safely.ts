import { isPromiseLike } from './maybe-promise.js';

/** Receives a value that was thrown. */
export type Reporter = (thrown: unknown) => void;

/** Calls a function without waiting for it, and reports what it throws or rejects with. */
export function callSafely(report: Reporter, call: () => unknown): void {
  try {
    const result = call();
    if (isPromiseLike(result)) result.then(undefined, report);
  } catch (thrown) {
    report(thrown);
  }
}
