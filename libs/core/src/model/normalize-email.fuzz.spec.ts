import fc from 'fast-check';
import { FUZZ, FUZZ_TIMEOUT_MS } from '../../../../test/support/fuzz.js';
import { isOneAddress, normalizeEmail } from './normalize-email.js';

const piece = fc.oneof(
  fc.constantFrom(
    '@',
    '.',
    ',',
    ';',
    ' ',
    '"',
    '<',
    '>',
    '(',
    '=?',
    '%40',
    '-',
    'xn--',
    '\n',
    '＠',
  ),
  fc.constantFrom('example', 'İ', 'ß', 'ς', '\u0301', 'ﬁ', '。', '１２７', 'ǅ', '℀'),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 8 }),
);
const text = fc.array(piece, { maxLength: 8 }).map((all) => all.join(''));
const input = fc.oneof(
  fc.tuple(text, text).map(([local, domain]) => `${local}@${domain}`),
  fc.tuple(fc.string({ unit: 'grapheme', maxLength: 6 }), text).map((both) => both.join('@')),
  fc.emailAddress(),
  text,
);

describe('normalizeEmail, for any input', () => {
  it(
    'accepts only a single recipient, and does not change it when it is normalized again',
    () => {
      fc.assert(
        fc.property(input, (raw) => {
          const address = normalizeEmail(raw);
          if (address === null) return true;
          return (
            address.split('@').length === 2 &&
            !/[\s,;<>()[\]\\":\p{C}]/u.test(address) &&
            Buffer.byteLength(address) <= 254 &&
            isOneAddress(address) &&
            normalizeEmail(address) === address
          );
        }),
        FUZZ,
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});
