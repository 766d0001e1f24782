/**
 * Whether two mail addresses are the same. Stores compare with their own collations, in which
 * `josé` may equal `jose`. This comparison decides, and ignores letter case only.
 * @param stored - of a user; null or empty for a user without an address
 */
export function isSameAddress(stored: string | null | undefined, address: string): boolean {
  return Boolean(stored) && fold(stored ?? '') === fold(address);
}

/** The Kelvin sign is the one character outside ASCII whose lower case is an ASCII letter. */
function fold(address: string): string {
  return address.replace(/[^\u212a]+/gu, (part) => part.toLowerCase());
}
