const ASCII = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');

/** What a letter may be equal to, in the order of a collation. */
interface Order {
  /** Compares base letters only, as the coarsest collations do. */
  readonly collator: Intl.Collator;
  readonly letters: readonly string[];
}

/** Made at its first use. */
const shared: { order?: Order } = {};

/** The first of the letters that are compared as equal, by each of them; bounded by the letters below U+1FFFF. */
const known = new Map<string, string>();

/**
 * Unifies the spellings of an identifier that a store may treat as equal: it ignores case, accents,
 * compatibility forms, and invisible characters. Counting several together locks nobody out, since
 * a network from which the owner has signed in is spared.
 * @see docs/design/security-bar.md RQ3; UTS #10
 */
export function countedAs(identifier: string): string {
  if (ONLY_ASCII.test(identifier)) return joined(identifier.toLowerCase());
  const plain = identifier.replaceAll('ͺ', 'ι').normalize('NFKD').toLowerCase();
  const letters = Array.from(plain.replace(HIDDEN, '').replace(OLD_GEORGIAN, todaysGeorgian));
  return joined(letters.map((letter) => (letter <= '\x7f' ? letter : baseOf(letter))).join(''));
}

/** What nearly everybody is called: each letter is equal to itself only. */
const ONLY_ASCII = /^[ -~]*$/;

function joined(letters: string): string {
  return letters.replaceAll('ss', 's').trim();
}

/**
 * Removes the tag from an address, and the dots that Gmail ignores: at many hosts `vera+1@x.example`
 * is the mailbox `vera@x.example`, which would otherwise receive as many mails as there are tags.
 * @see RFC 5233; https://support.google.com/mail/answer/7436150
 */
export function mailboxOf(address: string): string {
  const plain = address.replace(/\+[^@]*@/, '@');
  const [, local] = /^(.*)@g(?:oogle)?mail\.com$/.exec(plain) ?? [];
  return local === undefined ? plain : `${local.replaceAll('.', '')}@gmail.com`;
}

/** What is not shown: format and control characters. */
const HIDDEN = /[\p{Cf}\p{Cc}]/gu;

/** Small letters of an alphabet that some collations compare as equal to today's. */
const OLD_GEORGIAN = /[\u2d00-\u2d25]/g;

function todaysGeorgian(old: string): string {
  return String.fromCharCode(old.charCodeAt(0) - 0x2d00 + 0x10d0);
}

/** Equal in some collations, though not in that of the runtime. `ß` is `s` in one, `ss` in another. */
const SPECIAL: Readonly<Record<string, string>> = {
  ß: 's',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ᴈ: 'ɜ',
  '·': '',
  '৴': '1',
  '৵': '2',
  '৶': '3',
  '৷': '4',
};

/** Letters such as `ø`, kana and a final sigma have no decomposition, and are equal to others. */
function baseOf(letter: string): string {
  const found = SPECIAL[letter] ?? known.get(letter);
  if (found !== undefined) return found;
  const base = firstLike(letter) ?? otherOf(letter);
  if (known.size < 10_000) known.set(letter, base);
  return base;
}

/** Returns the first of those that a letter is equal to; undefined if there is none. */
function firstLike(letter: string): string | undefined {
  const { collator, letters } = (shared.order ??= makeOrder());
  let [from, to] = [0, letters.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (collator.compare(letters[middle] ?? '', letter) < 0) from = middle + 1;
    else to = middle;
  }
  const first = letters[from] ?? '';
  return collator.compare(first, letter) === 0 ? first : undefined;
}

/** Sorts nothing, one or two letters of ASCII, and all others; those that are equal by their codes. */
function makeOrder(): Order {
  const collator = new Intl.Collator('und', { sensitivity: 'base' });
  const pairs = ASCII.flatMap((one) => ASCII.map((other) => one + other));
  const others = Array.from({ length: 0x10000 - 0x80 }, (_, at) => String.fromCharCode(at + 0x80));
  const letters = ['', ...ASCII, ...pairs, ...others.filter((one) => LETTER.test(one))];
  letters.sort((one, other) => collator.compare(one, other) || (one < other ? -1 : 1));
  return { collator, letters };
}

/** Except Chinese characters and Korean syllables, which are equal to themselves only. */
const LETTER = /(?![\u3400-\u9fff\uac00-\ud7a3])[\p{L}\p{N}]/u;

function otherOf(letter: string): string {
  if (/^\p{M}$/u.test(letter)) return '';
  // Some collations of MariaDB give one weight to all characters beyond U+FFFF.
  return letter.length > 1 ? '\ufffd' : letter;
}
