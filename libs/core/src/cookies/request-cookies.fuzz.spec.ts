import { parseCookie, stringifySetCookie } from 'cookie';
import fc from 'fast-check';
import { FUZZ, FUZZ_TIMEOUT_MS } from '../../../../test/support/fuzz.js';
import { RequestCookies } from './request-cookies.js';

const name = fc.constantFrom('a', 'a.b', '__Host-a', 's');
const marks = ['=', ';', '; ', ' ', '\t', '.0', '.', '%', '%7C', '"'];
const piece = fc.oneof(
  fc.constantFrom('a', 's', 'a.b', '__Host-a', ...marks),
  fc.string({ maxLength: 5 }),
);
const header = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((all) => all.join('')),
  fc.string({ unit: 'binary' }),
);

describe('for any header', () => {
  it(
    'get returns the same value as the library `cookie`',
    () => {
      fc.assert(
        fc.property(header, name, (text, wanted) => {
          return new RequestCookies(text).get(wanted) === parseCookie(text)[wanted];
        }),
        FUZZ,
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'find returns only names that can be cleared',
    () => {
      fc.assert(
        fc.property(header, name, (text, wanted) => {
          for (const { suffix } of new RequestCookies(text).find(wanted)) {
            stringifySetCookie({ name: wanted + suffix, value: '', maxAge: 0 });
          }
        }),
        FUZZ,
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});
