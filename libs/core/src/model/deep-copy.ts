/**
 * Returns a deep copy of records, lists and dates, as a provider or a store returns them, so that
 * application code may change it. Anything else, such as an instance of a class, is kept.
 * @see docs/design/security-bar.md ID27
 */
export function deepCopy<T>(value: T): T {
  return copied(value) as T;
}

function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (value instanceof Date) return new Date(value);
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copied(member)]));
}
