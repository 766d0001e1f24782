/** A value or a promise of it, as user code may return. */
export type MaybePromise<T> = T | PromiseLike<T>;

/**
 * Continues with a value synchronously, or waits for a promise. The guard is synchronous for a
 * stateless session, and an `await` there would cost a turn of the event loop's microtask queue.
 */
export function whenReady<T, R>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<R>,
): MaybePromise<R> {
  return isPromiseLike(value) ? value.then(next) : next(value);
}

/** Whether a value is a promise or another object with a method `then`. */
export function isPromiseLike<T>(value: MaybePromise<T>): value is PromiseLike<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
