import { types } from 'node:util';
import fc from 'fast-check';
import { FUZZ, FUZZ_TIMEOUT_MS } from '../../../../test/support/fuzz.js';
import { SoftwareAuthenticator } from '../../../../test/support/software-authenticator.js';
import { InvalidRequest } from '../errors/internal.errors.js';
import { decodeCbor } from './decode-cbor.js';
import { parseWebAuthnForm } from './webauthn.form.js';

const options = { challenge: 'a-challenge', rpId: 'app.example', user: { id: 'a'.repeat(64) } };
const authenticator = new SoftwareAuthenticator('https://app.example');
const RIGHT = {
  register: authenticator.create(options),
  authenticate: authenticator.get(options),
};

function bytesOf(value: unknown): Buffer {
  return Buffer.from(typeof value === 'string' ? value : '', 'base64url');
}

// Does not use `expect`, which takes longer than the code under test.
function isReadOrRefused(action: string, data: unknown): boolean {
  try {
    parseWebAuthnForm({ action, data });
    return true;
  } catch (thrown) {
    return thrown instanceof InvalidRequest;
  }
}

describe('parseWebAuthnForm', () => {
  it(
    'reads or refuses any input',
    () => {
      const action = fc.constantFrom('register', 'authenticate');
      const data = fc.oneof(fc.anything(), fc.string(), fc.json());
      fc.assert(fc.property(action, data, isReadOrRefused), FUZZ);
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'reads or refuses a valid response with one changed byte',
    () => {
      const input = fc.tuple(
        fc.constantFrom('register' as const, 'authenticate' as const),
        fc.constantFrom('clientDataJSON', 'attestationObject', 'authenticatorData', 'signature'),
        fc.nat(400),
        fc.nat(255),
      );
      const property = fc.property(input, ([action, name, at, byte]) => {
        const right = RIGHT[action];
        const value = bytesOf(right.response[name]);
        if (at < value.length) value[at] = byte;
        const response = { ...right.response, [name]: value.toString('base64url') };
        return isReadOrRefused(action, JSON.stringify({ ...right, response }));
      });
      fc.assert(property, FUZZ);
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'decodes CBOR, or refuses it with our own error or one from the text decoder',
    () => {
      const property = fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          decodeCbor(bytes);
          return true;
        } catch (thrown) {
          return types.isNativeError(thrown) && /^(?:Range|Type)Error$/.test(thrown.name);
        }
      });
      fc.assert(property, FUZZ);
    },
    FUZZ_TIMEOUT_MS,
  );

  it('reads a valid response', () => {
    for (const action of ['register', 'authenticate'] as const) {
      const { response } = parseWebAuthnForm({ action, data: JSON.stringify(RIGHT[action]) });

      expect(Buffer.from(response.id)).toEqual(authenticator.credentialId);
      expect(response.clientData.embedded).toBe(false);
    }
  });
});
