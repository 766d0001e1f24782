import type { Adapter, AdapterOperation } from '@authnest/core';

/** An adapter that lacks some of its operations, as one that somebody else wrote may. */
export function without(adapter: Adapter, ...operations: AdapterOperation[]): Adapter {
  const lacked: ReadonlySet<string | symbol> = new Set(operations);
  return new Proxy(adapter, {
    get: (target, name) => {
      if (lacked.has(name)) return undefined;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
