/** Strings that code makes of an id that is missing or not a string. */
const MADE_OF_NOTHING: ReadonlySet<string> = new Set([
  'undefined',
  'null',
  'NaN',
  'Infinity',
  '-Infinity',
  '[object Object]',
]);

/**
 * Why a value cannot identify a user: two users could share it. Strings that are not blank and safe
 * integers are valid.
 * @returns the kind of the value, and never the value itself; undefined for a valid one
 */
export function idFault(id: unknown): string | undefined {
  if (typeof id === 'number') return Number.isSafeInteger(id) ? undefined : 'another number';
  if (id === null || id === undefined) return 'none';
  if (typeof id !== 'string') return Array.isArray(id) ? 'a list' : `another type (${typeof id})`;
  if (id.trim() === '') return 'an empty text';
  return MADE_OF_NOTHING.has(id) ? 'a string that was made of a missing id' : undefined;
}
