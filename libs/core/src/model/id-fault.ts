/** What code makes of an id that is not there, or that is not a string. */
const MADE_OF_NOTHING: ReadonlySet<string> = new Set([
  'undefined',
  'null',
  'NaN',
  'Infinity',
  '-Infinity',
  '[object Object]',
]);

/**
 * Why a value cannot say who somebody is: two people could share it. Fit are strings that are not blank,
 * and safe integers.
 * @returns the kind of what was found, and never the value; undefined for a fit one
 */
export function idFault(id: unknown): string | undefined {
  if (typeof id === 'number') return Number.isSafeInteger(id) ? undefined : 'another number';
  if (id === null || id === undefined) return 'none';
  if (typeof id !== 'string') return Array.isArray(id) ? 'a list' : `another type (${typeof id})`;
  if (id.trim() === '') return 'an empty text';
  return MADE_OF_NOTHING.has(id) ? 'a string that was made of a missing id' : undefined;
}
