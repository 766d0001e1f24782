import { createHmac, randomBytes } from 'node:crypto';
import { digestsEqual } from '../crypto/digests.js';
import type { ContentKey } from '../crypto/keyring.js';

/**
 * Longest `state` that every provider accepts, in characters. WeChat also refuses any character
 * that is not a letter or a digit.
 * @see https://developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps/Wechat_webpage_authorization.html
 */
const LONGEST = 128;
/** A random part of 16 bytes, and an authentication tag of 16 bytes, both in hex. */
const FORM = /^([0-9a-f]{32})([0-9a-f]{32})([0-9a-zA-Z]*)$/;

/** Letters that stand for the characters of an origin that are neither letters nor digits. */
const LETTERS: readonly (readonly [part: string, letter: string])[] = [
  ['https://', 'S'],
  ['http://', 'P'],
  ['.', 'D'],
  ['-', 'H'],
  [':', 'C'],
  ['_', 'U'],
  ['[', 'B'],
  [']', 'E'],
];

/**
 * Creates a state of at most 128 letters and digits, which cannot be guessed. It names the origin
 * where the sign-in begins, so that a callback at another one can be explained.
 * @param place - an origin, in lower case; left out if it is too long
 * @see RFC 6749 section 10.10
 */
export function createPlainState(key: ContentKey, place: string): string {
  const random = randomBytes(16).toString('hex');
  const written = writtenPlace(place);
  return random + tagOf(key, random + written) + written;
}

/**
 * Returns the origin in a state of {@link createPlainState}; undefined if the state was not created
 * with one of the keys, or names none.
 * @param state - untrusted
 */
export function placeOfPlainState(keys: readonly ContentKey[], state: string): string | undefined {
  if (state.length > LONGEST) return undefined;
  const [, random, tag = '', written = ''] = FORM.exec(state) ?? [];
  if (random === undefined || written === '') return undefined;
  const isOurs = keys.some((key) => digestsEqual(tagOf(key, random + written), tag));
  return isOurs ? readPlace(written) : undefined;
}

function tagOf({ macKey }: ContentKey, text: string): string {
  return createHmac('sha256', macKey).update(text).digest('hex').slice(0, 32);
}

function writtenPlace(place: string): string {
  const written = LETTERS.reduce((text, [part, letter]) => text.replaceAll(part, letter), place);
  return 64 + written.length <= LONGEST && /^[0-9a-zA-Z]*$/.test(written) ? written : '';
}

function readPlace(written: string): string {
  return LETTERS.reduce((text, [part, letter]) => text.replaceAll(letter, part), written);
}
