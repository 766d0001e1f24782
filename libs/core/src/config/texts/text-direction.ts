/** Scripts in use that are written from right to left, as ISO 15924 codes. */
const RIGHT_TO_LEFT: ReadonlySet<string | undefined> = new Set([
  'Adlm',
  'Arab',
  'Aran',
  'Hebr',
  'Mand',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
]);

/**
 * Returns the value of the attribute `dir` for a language.
 * @param tag - BCP 47 tag
 * @returns undefined for left to right, which is the default of HTML, and for a malformed tag
 * @see Unicode Technical Standard 35, likely subtags
 */
export function textDirection(tag: string): 'rtl' | undefined {
  return RIGHT_TO_LEFT.has(scriptOf(tag)) ? 'rtl' : undefined;
}

function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script;
  } catch {
    return undefined;
  }
}
