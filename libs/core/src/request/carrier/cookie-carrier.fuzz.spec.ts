import fc from 'fast-check';
import { aContext } from '../../../../../test/support/a-context.js';
import { FUZZ, FUZZ_TIMEOUT_MS } from '../../../../../test/support/fuzz.js';
import { serializeCookie } from '../../cookies/cookie-jar.js';

const NAME = 'authjs.session-token';
const EXPIRES = new Date('2026-12-20T14:42:34.000Z');

const suffix = fc.oneof(
  fc.constantFrom('', '', '.0', '.1', '.2', '.10', '.01', '.1e1', '.-1', '.a', '.', '-x', '.a b'),
  fc.nat({ max: 4 }).map((number) => `.${number}`),
  fc.string({ maxLength: 4 }),
);
const pair = fc
  .tuple(suffix, fc.oneof(fc.constantFrom('', 'x', '%'), fc.string({ maxLength: 6 })))
  .map(([end, value]) => `${NAME}${end}=${value}`);
const header = fc.array(pair, { maxLength: 8 }).map((pairs) => pairs.join('; '));

describe('the session cookie, for any header', () => {
  it(
    'is joined from non-empty cookies of the request, each used at most once unless one was repeated',
    () => {
      fc.assert(
        fc.property(header, (cookie) => {
          const { forms, names, isRepeated } = aContext({ cookie }).carrier.present();
          const used = forms.flatMap((form) => form.names);
          return (
            used.every((name) => names.includes(name)) &&
            (isRepeated || new Set(used).size === used.length) &&
            forms.every(({ value }) => value !== '')
          );
        }),
        FUZZ,
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'is written with one name, and all its other names in the request are cleared',
    () => {
      fc.assert(
        fc.property(header, (cookie) => {
          const ctx = aContext({ cookie });
          const { names } = ctx.carrier.present();

          ctx.carrier.write('value', EXPIRES);

          const changed = ctx.cookies.changed();
          changed.forEach(serializeCookie);
          const cleared = changed.filter(({ value }) => value === '').map(({ name }) => name);
          const set = changed.filter(({ value }) => value !== '').map(({ name }) => name);
          return (
            set.join() === NAME &&
            names.every((name) => name === NAME || cleared.includes(name)) &&
            !cleared.includes(NAME)
          );
        }),
        FUZZ,
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});
