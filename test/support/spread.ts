/** Returns an object that passes its calls to several objects in turn, like a load balancer. */
export function spread<T extends object>(several: readonly T[]): T {
  const [first] = several;
  if (!first) throw new Error('there is nothing to spread calls over');
  let calls = 0;
  return new Proxy(first, {
    get: (_, name) => {
      if (typeof Reflect.get(first, name) !== 'function')
        return Reflect.get(first, name) as unknown;
      calls += 1;
      const next = several[calls % several.length] ?? first;
      return (Reflect.get(next, name) as (...args: unknown[]) => unknown).bind(next);
    },
  });
}
