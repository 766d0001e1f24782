import { CompactSign, exportJWK, generateKeyPair } from 'jose';
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

describe('a key set in which several keys have one kid', () => {
  const purposes = {
    'another algorithm': [{ alg: 'RS512' }, { alg: 'RS256' }],
    'another use': [{ use: 'enc' }, { use: 'sig' }],
    'PSS and PKCS 1': [{ alg: 'PS256' }, { alg: 'RS256' }],
    'other operations': [{ key_ops: ['encrypt'] }, { key_ops: ['verify'] }],
    'another use, without the second': [{ use: 'enc', alg: 'RSA-OAEP' }, {}],
  };

  it.each(
    Object.entries(purposes).flatMap(([name, twins]) => [
      [name, 'first', twins] as const,
      [name, 'last', twins.toReversed()] as const,
    ]),
  )('is reduced to the key for the token: %s comes %s (HO1)', async (_name, _place, twins) => {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const material = await exportJWK(publicKey);
    const keys = twins.map((purpose) => ({ ...material, kid: 'k', ...purpose }));
    const token = await new CompactSign(Buffer.from('{}'))
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .sign(privateKey);

    const { keys: chosen } = await withSoleKey({ keys }, token);

    const fitting = keys.find(
      ({ alg = 'RS256', use = 'sig', key_ops = ['verify'] }: Record<string, unknown>) =>
        alg === 'RS256' && use === 'sig' && (key_ops as string[]).includes('verify'),
    );
    expect(chosen).toEqual([fitting]);
  });
});
