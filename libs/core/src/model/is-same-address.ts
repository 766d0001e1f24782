/**
 * Whether two mail addresses are the same. Stores compare with their own collations, in which
 * `josé` may equal `jose`. This comparison is decisive, and ignores only letter case.
 * @param stored - the address of a user; null or empty if the user has none
 */
export function isSameAddress(stored: string | null | undefined, address: string): boolean {
  return Boolean(stored) && fold(stored ?? '') === fold(address);
}

/** Spares the Kelvin sign, the only non-ASCII character whose lower case is an ASCII letter. */
function fold(address: string): string {
  return address.replace(/[^\u212a]+/gu, (part) => part.toLowerCase());
}
