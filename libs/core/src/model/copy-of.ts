/**
 * Returns the same string in its own memory. V8 cuts a string out of a longer one without copying
 * it, so a token that is kept for an hour would keep the whole header that contained it. Half of a
 * surrogate pair becomes U+FFFD.
 */
export function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
