import type { ProfileField } from '../../../config/options/account.js';
import { isSafeUrlOrPath } from '../../../model/is-safe-url.js';

/** Untrusted. An empty string clears a field. */
export interface ProfileChanges {
  readonly name?: unknown;
  /** An https URL; only browsers load it. */
  readonly image?: unknown;
}

/** In characters. */
const LONGEST_NAME = 200;
const LONGEST_URL = 2048;
/** Persian names and some emoji contain joiners. */
const UNPRINTABLE = /[^\P{C}\u200c\u200d]/u;

const TESTS: Readonly<Record<ProfileField, (text: string) => boolean>> = {
  name: (text) => text.length <= LONGEST_NAME && !UNPRINTABLE.test(text),
  image: (text) =>
    text === '' ||
    (text.length <= LONGEST_URL && /^https:\/\//i.test(text) && isSafeUrlOrPath(text)),
};
const FIELDS = Object.keys(TESTS) as ProfileField[];

/** @returns the first field whose value is not allowed; undefined if all are */
export function faultOfProfile(
  changes: ProfileChanges,
  allowed: readonly ProfileField[],
): ProfileField | undefined {
  return FIELDS.find((field) => {
    const value = changes[field];
    if (value === undefined) return false;
    const isText = typeof value === 'string' && TESTS[field](value.trim());
    return !isText || !allowed.includes(field);
  });
}

/** Returns what is stored. @param changes - without a fault */
export function toProfile(changes: ProfileChanges): Partial<Record<ProfileField, string | null>> {
  const given = FIELDS.filter((field) => changes[field] !== undefined);
  return Object.fromEntries(given.map((field) => [field, String(changes[field]).trim() || null]));
}
