import fc from 'fast-check';
import { FUZZ, FUZZ_TIMEOUT_MS } from '../../../../../test/support/fuzz.js';
import { safeRedirect } from './safe-redirect.js';

const APP = 'https://app.example';
const MARKS = [
  '/',
  '//',
  '\\',
  '@',
  ':',
  '?',
  '#',
  '.',
  '%',
  '%2f',
  '%5c',
  '\t',
  '\n',
  ' ',
  '\u0001',
];
const NAMES = ['https:', 'http:', 'javascript:', 'data:', 'blob:', 'evil.test', 'app.example', APP];
const FOREIGN = ['[', ']', '。', '／', '＠', 'ü', '\ud800', '\u2028', '\u00a0', '\ufeff'];

const piece = fc.constantFrom(...MARKS, ...NAMES, ...FOREIGN);
const url = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((all) => all.join('')),
  fc.array(piece, { maxLength: 6 }).map((all) => APP + all.join('')),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.string({ unit: 'binary' }),
);

describe('safeRedirect, for any input', () => {
  it(
    'returns nothing or a URL on the origin of the application, in ASCII without spaces',
    () => {
      fc.assert(
        fc.property(url, (text) => {
          const target = safeRedirect(text, APP);
          if (target === undefined) return true;
          // Resolved as a browser would on a page of another site.
          const seen = new URL(target, 'https://elsewhere.test/page');
          return (
            seen.origin === APP &&
            seen.protocol === 'https:' &&
            seen.username === '' &&
            /^[!-~]+$/.test(target)
          );
        }),
        FUZZ,
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});
