const ASCII = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');

/** Compares base letters only, as the coarsest collations do; made at its first use. */
const shared: { collator?: Intl.Collator } = {};

/** ASCII characters by the letters that are compared as equal; bounded by the letters below U+1FFFF. */
const known = new Map<string, string>();

/**
 * Unifies the spellings of an identifier that a store may treat as equal: it ignores case, accents,
 * compatibility forms, and invisible characters. Counting several together locks nobody out, since
 * a network from which the owner has signed in is spared.
 * @see docs/design/security-bar.md RQ3; UTS #10
 */
export function countedAs(identifier: string): string {
  return Array.from(identifier.normalize('NFKD').toLowerCase().replace(HIDDEN, ''))
    .map((letter) => (letter <= '\x7f' ? letter : baseOf(letter)))
    .join('')
    .replaceAll('ss', 's')
    .trim();
}

/** What is not shown: format and control characters. */
const HIDDEN = /[\p{Cf}\p{Cc}]/gu;

/** Equal in some collations, though not in that of the runtime. `ß` is `s` in one, `ss` in another. */
const SPECIAL: Readonly<Record<string, string>> = {
  ß: 's',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  '·': '',
  '৴': '1',
  '৵': '2',
  '৶': '3',
  '৷': '4',
};

/** Letters such as `ø`, and those in circles and squares, have no decomposition. */
function baseOf(letter: string): string {
  const found = SPECIAL[letter] ?? known.get(letter);
  if (found !== undefined) return found;
  const collator = (shared.collator ??= new Intl.Collator('und', { sensitivity: 'base' }));
  const equal = ASCII.find((one) => collator.compare(one, letter) === 0);
  const base = equal ?? otherOf(letter);
  if (known.size < 10_000) known.set(letter, base);
  return base;
}

function otherOf(letter: string): string {
  if (/^\p{M}$/u.test(letter)) return '';
  // Some collations of MariaDB give one weight to all characters beyond U+FFFF.
  return letter.length > 1 ? '\ufffd' : letter;
}
