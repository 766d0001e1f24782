/**
 * Removes members that are undefined: an explicit `undefined` must not hide a default.
 * @see docs/design/wire-contract.md 15.50
 */
export function definedOnly<T extends object>(options: T | undefined): T {
  const entries = Object.entries(options ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as T;
}
