import { isStorable } from './storable-text.js';

/** Strings that result from converting a missing or unusable id. */
const CONVERTED: ReadonlySet<string> = new Set([
  'undefined',
  'null',
  'NaN',
  'Infinity',
  '-Infinity',
  '[object Object]',
]);

/**
 * Returns why a value cannot identify a user: two users could share it. Non-blank strings and safe
 * integers are valid.
 * @returns the kind of value, but never the value itself; undefined if it is valid
 */
export function idFault(id: unknown): string | undefined {
  if (typeof id === 'number')
    return Number.isSafeInteger(id) ? undefined : 'a number that is not a safe integer';
  if (id === null || id === undefined) return 'no value';
  if (typeof id !== 'string')
    return Array.isArray(id) ? 'an array' : `a value of type ${typeof id}`;
  if (id.trim() === '') return 'an empty or blank string';
  if (!isStorable(id)) return 'a string with a NUL character, or half of a character';
  return CONVERTED.has(id) ? 'a string made from a missing id' : undefined;
}
