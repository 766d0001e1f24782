/** UTF-16 units that are looked at, at most: to normalize takes quadratic time. */
const LONGEST = 2048;

/**
 * Returns a password in NFC, so that it does not matter which keyboard typed it; undefined if it is
 * longer than any password. Blanks and all other characters stay.
 * @see NIST SP 800-63B-4 section 3.1.1.2
 */
export function normalized(password: string): string | undefined {
  return password.length > LONGEST ? undefined : password.normalize('NFC');
}

/** Returns the length in code points, each of which counts as one character. */
export function lengthOf(password: string): number {
  return Array.from(password).length;
}
