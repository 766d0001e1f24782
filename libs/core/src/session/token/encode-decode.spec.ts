import { NOON, startClock, stopClock } from '../../../../../test/support/clock.js';
import {
  GCM_TOKEN,
  SESSION_SALT as salt,
  SESSION_TOKEN,
  VECTOR_SECRET as secret,
} from '../../../../../test/support/wire-vectors.js';
import { JWTSessionError } from '../../errors/internal.errors.js';
import { MissingSecret } from '../../errors/configuration.errors.js';
import { decode, encode } from './encode-decode.js';

const NOW = Math.floor(NOON / 1000);

/** Untyped code passes undefined if a variable of the environment is missing. */
const BLANK: unknown[][] = [[undefined], [''], ['  '], [[]], [['', secret]], [[secret, undefined]]];

beforeEach(() => stopClock());
afterEach(() => startClock());

describe('encode', () => {
  it('issues a token that decode accepts, for thirty days', async () => {
    const token = await encode({ token: { sub: 'user-1' }, secret, salt });

    expect(await decode({ token, secret, salt })).toMatchObject({
      sub: 'user-1',
      iat: NOW,
      exp: NOW + 30 * 24 * 60 * 60,
    });
  });

  it('accepts maxAge in seconds, and does not require claims', async () => {
    const token = await encode({ secret, salt, maxAge: 60 });

    expect(await decode({ token, secret, salt })).toMatchObject({ iat: NOW, exp: NOW + 60 });
  });

  it('sets a new `jti` each time', async () => {
    const read = async () => {
      const token = await encode({ token: { jti: 'mine' }, secret, salt });
      return (await decode({ token, secret, salt }))?.jti;
    };

    const one = await read();

    expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-4/);
    expect(await read()).not.toBe(one);
  });

  it('uses the first secret in a list', async () => {
    const token = await encode({ token: {}, secret: [secret, 'an-older-one'], salt });

    expect(await decode({ token, secret, salt })).not.toBeNull();
    await expect(decode({ token, secret: 'an-older-one', salt })).rejects.toThrow(JWTSessionError);
  });

  it.each([...BLANK, [[secret, ' ']]])('refuses the secret %j (A48)', async (bad) => {
    const given = bad as string;

    await expect(encode({ token: {}, secret: given, salt })).rejects.toThrow(MissingSecret);
  });
});

describe('decode', () => {
  it('reads the tokens in the wire contract', async () => {
    expect(await decode({ token: SESSION_TOKEN.token, secret, salt })).toEqual(
      SESSION_TOKEN.claims,
    );
    expect(await decode({ token: GCM_TOKEN.token, secret, salt })).toEqual(GCM_TOKEN.claims);
  });

  it('opens a token with any secret in a list', async () => {
    const rotated = ['a-newer-secret', secret];

    expect(await decode({ token: SESSION_TOKEN.token, secret: rotated, salt })).not.toBeNull();
    expect(await decode({ token: GCM_TOKEN.token, secret: rotated, salt })).not.toBeNull();
  });

  it.each([undefined, ''])('returns null for the token %j', async (token) => {
    expect(await decode({ token, secret, salt })).toBeNull();
  });

  it.each([
    ['with another salt', SESSION_TOKEN.token, { salt: '__Secure-authjs.session-token', secret }],
    ['with another secret', SESSION_TOKEN.token, { salt, secret: 'another-secret' }],
    ['that is not a token', 'not-a-token', { salt, secret }],
  ])('throws for a token %s', async (_what, token, keys) => {
    await expect(decode({ token, ...keys })).rejects.toThrow(JWTSessionError);
  });

  it('throws for a token 15 seconds after its end, but not 14 seconds after it', async () => {
    const token = await encode({ token: {}, secret, salt, maxAge: 60 });

    stopClock(NOON + 74_000);
    expect(await decode({ token, secret, salt })).not.toBeNull();
    stopClock(NOON + 75_000);
    await expect(decode({ token, secret, salt })).rejects.toThrow(JWTSessionError);
  });

  it.each(BLANK)('refuses the secret %j (A48)', async (bad) => {
    const given = bad as string;

    await expect(decode({ token: SESSION_TOKEN.token, secret: given, salt })).rejects.toThrow(
      MissingSecret,
    );
  });
});
