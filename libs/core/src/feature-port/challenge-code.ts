import { createHmac, randomInt } from 'node:crypto';

const CODE_LENGTH = 8;
/** Cannot spell words, nor be mistaken for digits. @see RFC 8628 section 6.1 */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

/** Returns a code to type: 8 digits, or 8 letters as `WDJB-MJHT`. */
export function newCode(alphabet: 'digits' | 'letters'): string {
  if (alphabet === 'digits') return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
  const letter = () => LETTERS.charAt(randomInt(LETTERS.length));
  const letters = Array.from({ length: CODE_LENGTH }, letter).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** Reads a code as it was typed, also with a keyboard that types wide digits. */
export function readCode(typed: string): string {
  const short = typed.slice(0, 64).normalize('NFKC');
  return short.replace(/[\s-]/g, '').toUpperCase();
}

/** Returns what is stored of a secret or a code: of no use without the handle. */
export function hashOf(handle: string, secret: string): string {
  return createHmac('sha256', handle).update(secret).digest('hex');
}
