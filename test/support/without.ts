import type { Adapter, AdapterOperation } from '@authnest/core';

/** Returns an adapter without some operations, as third-party adapters might be. */
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
