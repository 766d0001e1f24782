import type { Adapter } from '@authnest/core';

/**
 * Returns an adapter for an application that outlives its store.
 * @param current - returns the adapter of the current test; all of them have the same operations
 */
export function currentAdapter(current: () => Adapter): Adapter {
  // The store that `usedBy` returns would be that of the first test.
  const bound = (name: string | symbol): unknown =>
    name === 'usedBy' ? undefined : Reflect.get(current(), name);
  return new Proxy<Adapter>({} as Adapter, {
    has: (_, name) => Reflect.has(current(), name),
    get: (_, name) =>
      typeof bound(name) === 'function'
        ? (...args: unknown[]): unknown =>
            Reflect.apply(bound(name) as CallableFunction, current(), args)
        : bound(name),
  });
}
