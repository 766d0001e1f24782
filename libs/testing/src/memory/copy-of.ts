/**
 * Returns a deep copy of plain values, lists and dates. It does not use `structuredClone`: in test
 * runners that use `node:vm`, its dates come from another realm and are not instances of `Date`.
 */
export function copyOf<T>(value: T): T {
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return new Date(value);
  if (Array.isArray(value)) return value.map(copy);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copy(member)]));
}
