import fc from 'fast-check';
import { FUZZ, FUZZ_TIMEOUT_MS } from '../../../../test/support/fuzz.js';
import { redact } from './redact.js';

const SECRET = 'canary0123456789abcdef0123456789abcdef0123456789abcdef0123456789';

describe('redact, for any input', () => {
  it(
    'returns one short line without the secret in it',
    () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
          const line = redact(`${text}${SECRET}${text}`);
          return (
            line.length <= 501 &&
            !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(line) &&
            !line.includes('canary')
          );
        }),
        FUZZ,
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});
