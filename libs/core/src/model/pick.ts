/** Returns the named members that have a value. */
export function pick<T extends object>(record: T, names: readonly (keyof T)[]): Partial<T> {
  const found = names.filter((name) => record[name] !== undefined);
  return Object.fromEntries(found.map((name) => [name, record[name]])) as Partial<T>;
}
