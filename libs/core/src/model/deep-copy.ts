/**
 * Returns a deep copy of records, lists and dates, as a provider or a store returns them, so that
 * application code may change it. Anything else, such as an instance of a class, is kept.
 * @see docs/design/security-bar.md ID27
 */
export function deepCopy<T>(value: T): T {
  return copied(value, new Map()) as T;
}

/** @param copies - by what they are copies of: a user may be part of a cycle */
function copied(value: unknown, copies: Map<object, unknown>): unknown {
  if (value instanceof Date) return new Date(value);
  if (typeof value !== 'object' || value === null) return value;
  if (!isRecordOrList(value)) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  const copy = (Array.isArray(value) ? [] : {}) as Record<string, unknown>;
  copies.set(value, copy);
  for (const name of Object.keys(value)) {
    const own = copied((value as Record<string, unknown>)[name], copies);
    // The only name that is no member when it is assigned. To define all takes more than twice as long.
    if (name === '__proto__') define(copy, name, own);
    else copy[name] = own;
  }
  return copy;
}

function define(copy: object, name: string, value: unknown): void {
  Object.defineProperty(copy, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

function isRecordOrList(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
