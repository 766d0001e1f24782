/** The results of the calls in a race that succeeded, and how many calls failed. */
export interface RaceResult<T> {
  readonly fulfilled: readonly T[];
  readonly rejected: number;
}

/** Starts the same operation several times at once and waits for all calls. */
export async function race<T>(
  times: number,
  operation: () => PromiseLike<T> | T,
): Promise<RaceResult<T>> {
  // The async function turns a synchronous throw into a rejection.
  const results = await Promise.allSettled(Array.from({ length: times }, async () => operation()));
  const fulfilled = results.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  );
  return { fulfilled, rejected: results.length - fulfilled.length };
}

/** Whether an operation throws or rejects. */
export async function isRefused(operation: () => unknown): Promise<boolean> {
  const { rejected } = await race(1, operation);
  return rejected === 1;
}

/** Returns the result of an operation, or null if it returns nothing or throws. */
export async function resultOf(operation: () => unknown): Promise<unknown> {
  const { fulfilled } = await race(1, operation);
  return fulfilled[0] ?? null;
}

/**
 * Values that no look-up may accept as a key: missing and empty values, and values that a JSON body
 * or a query string can contain in place of a string.
 */
export const NO_KEYS: readonly (readonly [name: string, value: string])[] = [
  ['undefined', undefined],
  ['null', null],
  ['an empty string', ''],
  ['an object', {}],
  ['an operator object', { $ne: null }],
  ['an array', ['a']],
  ['true', true],
].map(([name, value]) => [name as string, value as string]);
