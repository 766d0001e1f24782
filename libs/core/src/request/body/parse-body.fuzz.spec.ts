import fc from 'fast-check';
import { FUZZ, FUZZ_TIMEOUT_MS } from '../../../../../test/support/fuzz.js';
import { InvalidRequest } from '../../errors/internal.errors.js';
import { parseBody } from './parse-body.js';
import { parseQuery } from './parse-query.js';

const SPECIAL = ['__proto__', 'constructor', 'prototype'];
const key = fc.oneof(fc.constantFrom(...SPECIAL, 'csrfToken', 'toString'), fc.string());
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: false }),
  ),
}));
const type = fc.oneof(
  fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain', undefined),
  fc.string().map((text) => `application/json${text}`),
);

/** Whether `Object.prototype` has no added properties. */
const isClean = () => Object.keys(Object.prototype).length === 0;

describe('for any input', () => {
  it(
    'parseBody returns fields without a prototype, returns undefined, or throws InvalidRequest',
    () => {
      fc.assert(
        fc.property(type, value, (contentType, parsed) => {
          try {
            const body = parseBody(contentType, parsed);
            if (body === undefined) return isClean();
            const isSpecial = Object.keys(body).some((name) => SPECIAL.includes(name));
            return Object.getPrototypeOf(body) === null && !isSpecial && isClean();
          } catch (thrown) {
            return thrown instanceof InvalidRequest && isClean();
          }
        }),
        FUZZ,
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'parseQuery returns an object of strings without a prototype',
    () => {
      const pieces = fc.constantFrom('a', '=', '&', '%', '[', ']', '?', '__proto__', '+', ';');
      const search = fc.oneof(
        fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
        fc.string({ unit: 'binary' }),
      );
      fc.assert(
        fc.property(search, (text) => {
          const query = parseQuery(text);
          const areStrings = Object.values(query).every((one) => typeof one === 'string');
          return areStrings && Object.getPrototypeOf(query) === null && isClean();
        }),
        FUZZ,
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});
