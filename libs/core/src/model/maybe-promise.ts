/** A value, or a promise of it: what user code may return. */
export type MaybePromise<T> = T | PromiseLike<T>;

/**
 * Continues with a value at once, and waits only where there is something to wait for. The guard's
 * path is synchronous for a stateless session, and an `await` there would cost a turn of the queue.
 */
export function whenReady<T, R>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<R>,
): MaybePromise<R> {
  return isPromiseLike(value) ? value.then(next) : next(value);
}

/** Whether a value is a promise. */
export function isPromiseLike<T>(value: MaybePromise<T>): value is PromiseLike<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
