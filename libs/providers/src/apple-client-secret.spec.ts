import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { NOON, setClock, startClock, stopClock } from '../../../test/support/clock.js';
import { appleClientSecret } from './apple-client-secret.js';

const NOON_SECONDS = Math.floor(NOON / 1000);
const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const privateKey = key.export({ type: 'pkcs8', format: 'pem' }).toString();
const ids = { teamId: 'TEAM567890', keyId: 'KEY4567890' };
const provider = { clientId: 'com.example.web' };

describe('appleClientSecret', () => {
  beforeEach(() => stopClock());
  afterEach(() => startClock());

  it('creates a token in the format that Apple requires, valid for an hour', async () => {
    const secret = await appleClientSecret({ ...ids, privateKey }).call(provider);

    const { payload, protectedHeader } = await jwtVerify(secret, publicKey);
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'KEY4567890' });
    expect(payload).toEqual({
      iss: 'TEAM567890',
      sub: 'com.example.web',
      aud: 'https://appleid.apple.com',
      iat: NOON_SECONDS,
      exp: NOON_SECONDS + 3600,
    });
  });

  it('caches the token, and renews it five minutes before it expires', async () => {
    const secretOf = appleClientSecret({ ...ids, privateKey });
    const first = await secretOf.call(provider);

    setClock(3600 - 301);
    expect(await secretOf.call(provider)).toBe(first);
    setClock(3600 - 300);
    const second = await secretOf.call(provider);

    expect(second).not.toBe(first);
    const { payload } = await jwtVerify(second, publicKey);
    expect(payload.exp).toBe(NOON_SECONDS + 3600 - 300 + 3600);
  });

  it('creates a different token for each client', async () => {
    const secretOf = appleClientSecret({ ...ids, privateKey });

    const [first, second] = await Promise.all([
      secretOf.call(provider),
      secretOf.call({ clientId: 'com.example.other' }),
    ]);

    const { payload } = await jwtVerify(second, publicKey);
    expect(payload.sub).toBe('com.example.other');
    expect(first).not.toBe(second);
  });

  it('creates one token for concurrent calls', async () => {
    const secretOf = appleClientSecret({ ...ids, privateKey });

    const secrets = await Promise.all([secretOf.call(provider), secretOf.call(provider)]);

    // Signatures on P-256 are random, so two tokens would differ.
    expect(new Set(secrets).size).toBe(1);
  });

  it('accepts a key with escaped line breaks', async () => {
    const inOneLine = privateKey.replaceAll('\n', '\\n');

    const secret = await appleClientSecret({ ...ids, privateKey: inOneLine }).call(provider);

    await expect(jwtVerify(secret, publicKey)).resolves.toBeDefined();
  });

  it('requires a client id', async () => {
    const secretOf = appleClientSecret({ ...ids, privateKey });

    await expect(secretOf()).rejects.toThrow('clientId');
  });

  it.each([
    ['a string that is not a key', 'canary-key'],
    ['a public key', publicKey.export({ type: 'spki', format: 'pem' }).toString()],
    ['a key on another curve', otherKey('P-384')],
    ['a damaged key', privateKey.replace(/M/g, '')],
  ])('refuses %s immediately, and omits it from the error (I07)', (_, wrong) => {
    const make = () => appleClientSecret({ ...ids, privateKey: wrong });

    expect(make).toThrow('`privateKey` must be the contents of the .p8 file');
    expect(make).not.toThrow(wrong.slice(30, 60) || wrong);
  });
});

function otherKey(namedCurve: string): string {
  const { privateKey: other } = generateKeyPairSync('ec', { namedCurve });
  return other.export({ type: 'pkcs8', format: 'pem' }).toString();
}
