import { decodeProtectedHeader, jwtDecrypt } from 'jose';
import { NOON, startClock, stopClock } from '../../../../test/support/clock.js';
import { VECTOR_SECRET } from '../../../../test/support/wire-vectors.js';
import { Keyring } from './keyring.js';
import { openJwe } from './open-jwe.js';
import { sealJwe } from './seal-jwe.js';

const SECONDS = Math.floor(NOON / 1000);
const keyring = new Keyring([VECTOR_SECRET, 'an-older-secret'], 'authjs.session-token');
const [first] = keyring.keys('A256CBC-HS512');

describe('sealJwe', () => {
  beforeEach(() => stopClock());
  afterEach(() => startClock());

  it('issues a compact JWE with the first key, no type and an empty key part', async () => {
    const token = await sealJwe({ sub: 'user-1' }, keyring, 60);

    expect(decodeProtectedHeader(token)).toEqual({
      alg: 'dir',
      enc: 'A256CBC-HS512',
      kid: first?.kid,
    });
    expect(token.split('.')[1]).toBe('');
  });

  it('issues a token that jose can open, with the same claims', async () => {
    const token = await sealJwe({ sub: 'user-1', text: 'ü€😀' }, keyring, 60);

    const { payload } = await jwtDecrypt(token, first!.bytes, { currentDate: new Date(NOON) });

    expect(payload).toEqual({
      sub: 'user-1',
      text: 'ü€😀',
      iat: SECONDS,
      exp: SECONDS + 60,
    });
  });

  it('always sets new values for iat and exp, whatever the claims contain', async () => {
    const claims = { sub: 'user-1', iat: 1, exp: 4_102_444_800 };

    const opened = openJwe(await sealJwe(claims, keyring, 60), keyring);

    expect(opened?.claims).toMatchObject({ sub: 'user-1', iat: SECONDS, exp: SECONDS + 60 });
  });

  it('drops undefined members', async () => {
    const opened = openJwe(await sealJwe({ sub: 'user-1', name: undefined }, keyring, 60), keyring);

    expect(opened?.claims).not.toHaveProperty('name');
  });

  it('fails if a claim is a function', async () => {
    await expect(sealJwe({ f: () => 1 }, keyring, 60)).rejects.toThrow('could not be cloned');
  });

  it('issues two different tokens for the same claims', async () => {
    const one = await sealJwe({ sub: 'user-1' }, keyring, 60);
    const two = await sealJwe({ sub: 'user-1' }, keyring, 60);

    expect(one).not.toBe(two);
  });

  it('fails if there is no secret (A48)', async () => {
    await expect(sealJwe({}, new Keyring([], 'salt'), 60)).rejects.toThrow(TypeError);
  });
});
