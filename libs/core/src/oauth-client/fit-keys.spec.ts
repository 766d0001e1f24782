import { CompactSign } from 'jose';
import { withSoleKey } from './fit-keys.js';

describe('withSoleKey', () => {
  it('never chooses a shared secret, with which every reader of the key set could sign (A47)', async () => {
    const secret = Buffer.alloc(32, 1);
    const key = { kty: 'oct', kid: 'k', k: secret.toString('base64url') };
    const document = { keys: [key, { ...key }] };
    const token = await new CompactSign(Buffer.from('{}'))
      .setProtectedHeader({ alg: 'HS256', kid: 'k' })
      .sign(secret);

    expect(await withSoleKey(document, token)).toBe(document);
  });
});
