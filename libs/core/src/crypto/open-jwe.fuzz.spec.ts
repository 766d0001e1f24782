import fc from 'fast-check';
import { FUZZ, FUZZ_TIMEOUT_MS } from '../../../../test/support/fuzz.js';
import {
  SESSION_SALT,
  SESSION_TOKEN,
  VECTOR_SECRET,
} from '../../../../test/support/wire-vectors.js';
import { Keyring } from './keyring.js';
import { openJwe } from './open-jwe.js';

const { token } = SESSION_TOKEN;
const keyring = new Keyring([VECTOR_SECRET], SESSION_SALT);
const base64url = fc.string({ unit: fc.constantFrom('A', 'B', 'a', 'b', '0', '9', '-', '_') });
const header = fc
  .record(
    {
      alg: fc.constantFrom('dir', 'none', 'A256KW', 'RSA-OAEP', 5),
      enc: fc.constantFrom('A256CBC-HS512', 'A256GCM', 'A128GCM', null),
      kid: fc.oneof(fc.string(), fc.constant(keyring.keys('A256CBC-HS512')[0]?.kid)),
      zip: fc.constantFrom('DEF', undefined),
    },
    { requiredKeys: [] },
  )
  .map((fields) => Buffer.from(JSON.stringify(fields)).toString('base64url'));

const made = fc
  .tuple(fc.oneof(header, base64url), base64url, base64url, base64url, base64url)
  .map((parts) => parts.join('.'));
const damaged = fc
  .tuple(fc.nat({ max: token.length }), fc.nat({ max: 3 }), fc.string({ maxLength: 3 }))
  .map(([at, length, text]) => token.slice(0, at) + text + token.slice(at + length))
  .filter((text) => text !== token);

describe('openJwe, for any token', () => {
  it(
    'does not open a token that was not sealed here, and never throws',
    () => {
      fc.assert(
        fc.property(fc.oneof(made, damaged, fc.string({ unit: 'binary' })), (text) => {
          return openJwe(text, keyring) === null;
        }),
        FUZZ,
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});
