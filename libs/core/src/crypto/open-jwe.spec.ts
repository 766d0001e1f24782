import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { CompactEncrypt, EncryptJWT, SignJWT } from 'jose';
import { heldBytes } from '../../../../test/support/held-bytes.js';
import {
  GCM_TOKEN,
  PKCE_COOKIE,
  SESSION_SALT,
  SESSION_TOKEN,
  VECTOR_KEYS,
  VECTOR_SECRET,
} from '../../../../test/support/wire-vectors.js';
import { Keyring } from './keyring.js';
import { openJwe } from './open-jwe.js';
import { sealJwe } from './seal-jwe.js';

const keyring = new Keyring([VECTOR_SECRET], SESSION_SALT);
const key = (enc: 'A256CBC-HS512' | 'A256GCM') => keyring.keys(enc)[0]!;

describe('openJwe', () => {
  it('opens the session token from the contract', () => {
    expect(openJwe(SESSION_TOKEN.token, keyring)).toEqual({
      claims: SESSION_TOKEN.claims,
      secretIndex: 0,
    });
  });

  it('opens the A256GCM token from the contract, which has no key id', () => {
    expect(openJwe(GCM_TOKEN.token, keyring)?.claims).toEqual(GCM_TOKEN.claims);
  });

  it('opens the sealed PKCE cookie from the contract, and finds the verifier in it', () => {
    const opened = openJwe(PKCE_COOKIE.value, new Keyring([VECTOR_SECRET], PKCE_COOKIE.name));

    expect(opened?.claims).toMatchObject({
      value: PKCE_COOKIE.verifier,
      provider: PKCE_COOKIE.provider,
    });
    expect(createHash('sha256').update(PKCE_COOKIE.verifier).digest('base64url')).toBe(
      PKCE_COOKIE.challenge,
    );
  });

  it.each(['A256CBC-HS512', 'A256GCM'] as const)(
    'opens a token that jose created with %s',
    async (enc) => {
      const token = await new EncryptJWT({ sub: 'user-1', text: 'ü€😀' })
        .setProtectedHeader({ alg: 'dir', enc, kid: key(enc).kid })
        .encrypt(key(enc).bytes);

      expect(openJwe(token, keyring)?.claims).toEqual({ sub: 'user-1', text: 'ü€😀' });
    },
  );

  it('returns the index of the secret that opened the token, with or without a key id', () => {
    const rotated = new Keyring(['a-newer-secret', VECTOR_SECRET], SESSION_SALT);

    expect(openJwe(SESSION_TOKEN.token, rotated)?.secretIndex).toBe(1);
    expect(openJwe(GCM_TOKEN.token, rotated)?.secretIndex).toBe(1);
  });

  it('does not open a token with another salt or another secret (D17)', () => {
    const salts = VECTOR_KEYS.map(([salt]) => salt).filter((salt) => salt !== SESSION_SALT);
    const others = [
      ...salts.map((salt) => new Keyring([VECTOR_SECRET], salt)),
      new Keyring(['another-secret'], SESSION_SALT),
      new Keyring([], SESSION_SALT),
    ];

    for (const other of others) {
      expect(openJwe(SESSION_TOKEN.token, other)).toBeNull();
      expect(openJwe(GCM_TOKEN.token, other)).toBeNull();
    }
  });
});

describe('openJwe with an invalid token', () => {
  const inputs = { sub: 'user-1' };
  const jwe = (header: Record<string, string>, cek: Uint8Array) =>
    new CompactEncrypt(new TextEncoder().encode(JSON.stringify(inputs)))
      .setProtectedHeader({ alg: 'dir', enc: 'A256CBC-HS512', ...header })
      .encrypt(cek);

  it.each([
    ['A128CBC-HS256', 32],
    ['A192CBC-HS384', 48],
    ['A128GCM', 16],
    ['A192GCM', 24],
  ])('refuses the encryption %s (D16)', async (enc, length) => {
    const token = await jwe({ enc }, key('A256CBC-HS512').bytes.slice(0, length));

    expect(openJwe(token, keyring)).toBeNull();
  });

  it.each(['A256KW', 'RSA-OAEP', 'ECDH-ES', 'PBES2-HS512+A256KW', 'none', 'DIR', undefined])(
    'refuses the algorithm %s, even if the rest is correct (D16)',
    (alg) => {
      expect(openJwe(byHand({ alg }), keyring)).toBeNull();
    },
  );

  it('opens the token that the other tests alter', () => {
    expect(openJwe(byHand({}), keyring)?.claims).toEqual(inputs);
  });

  it('refuses a token that is only signed with the secret (D16)', async () => {
    const signed = await new SignJWT(inputs)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(VECTOR_SECRET));

    expect(openJwe(signed, keyring)).toBeNull();
  });

  it('refuses the JSON serialization (D16)', () => {
    const [header, , iv, ciphertext, tag] = SESSION_TOKEN.token.split('.');

    expect(openJwe(JSON.stringify({ protected: header, iv, ciphertext, tag }), keyring)).toBeNull();
  });

  it.each([{ zip: 'DEF' }, { zip: null }, { crit: ['exp'] }, { crit: [], b64: false }])(
    'refuses a header with %j, even if the rest is correct (A46)',
    (extra) => {
      expect(openJwe(byHand(extra), keyring)).toBeNull();
    },
  );

  it('refuses a token sealed with an empty secret, with or without its key id (A48)', async () => {
    const empty = new Keyring([''], SESSION_SALT).keys('A256CBC-HS512')[0]!;

    expect(openJwe(await jwe({}, empty.bytes), keyring)).toBeNull();
    expect(openJwe(await jwe({ kid: empty.kid }, empty.bytes), keyring)).toBeNull();
  });

  it('refuses a key id that belongs to no secret (A48)', async () => {
    const token = await jwe({ kid: 'nobody' }, key('A256CBC-HS512').bytes);

    expect(openJwe(token, keyring)).toBeNull();
  });

  it.each(['"text"', '[1]', 'null', '1', 'no json', ''])('refuses the payload %s', async (text) => {
    const token = await new CompactEncrypt(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: 'dir', enc: 'A256CBC-HS512' })
      .encrypt(key('A256CBC-HS512').bytes);

    expect(openJwe(token, keyring)).toBeNull();
  });
});

/** Creates a token with the correct key and tag for any header. @see RFC 7518 section 5.2.2.1 */
function byHand(header: Record<string, unknown>): string {
  const { bytes, kid } = key('A256CBC-HS512');
  const encoded = Buffer.from(
    JSON.stringify({ alg: 'dir', enc: 'A256CBC-HS512', kid, ...header }),
  ).toString('base64url');
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', bytes.slice(32), iv);
  const ciphertext = Buffer.concat([cipher.update('{"sub":"user-1"}'), cipher.final()]);
  const length = Buffer.alloc(8);
  length.writeUInt32BE(encoded.length * 8, 4);
  const mac = createHmac('sha512', bytes.slice(0, 32));
  for (const part of [encoded, iv, ciphertext, length]) mac.update(part);
  const parts = [iv, ciphertext, mac.digest().subarray(0, 32)];
  return [encoded, '', ...parts.map((part) => part.toString('base64url'))].join('.');
}

describe('openJwe with a damaged token', () => {
  it.each([SESSION_TOKEN.token, GCM_TOKEN.token])(
    'does not open a token that is truncated to any length (D15)',
    (token) => {
      for (let length = 0; length < token.length; length += 1) {
        expect(openJwe(token.slice(0, length), keyring)).toBeNull();
      }
    },
  );

  it.each([SESSION_TOKEN.token, GCM_TOKEN.token])(
    'does not open a token in which any one bit is flipped (D15)',
    (token) => {
      for (let at = 0; at < token.length; at += 1) {
        for (let bit = 0; bit < 7; bit += 1) {
          const flipped = String.fromCharCode(token.charCodeAt(at) ^ (1 << bit));
          expect(openJwe(token.slice(0, at) + flipped + token.slice(at + 1), keyring)).toBeNull();
        }
      }
    },
  );

  it.each(['=', ' ', '\n', '.', '.x', 'AAAA'])('does not open a token with %j appended', (tail) => {
    expect(openJwe(SESSION_TOKEN.token + tail, keyring)).toBeNull();
  });

  it('returns the same result for a wrong tag as for wrong padding (A46)', () => {
    const [header = '', , iv = '', ciphertext = '', tag = ''] = SESSION_TOKEN.token.split('.');
    const wrongTag = `${header}..${iv}.${ciphertext}.${tag.replace(/^./, 'A')}`;
    const wrongPadding = `${header}..${iv}.${ciphertext.replace(/.$/, 'A')}.${tag}`;

    expect(openJwe(wrongTag, keyring)).toBeNull();
    expect(openJwe(wrongPadding, keyring)).toBeNull();
  });
});

describe('openJwe with a token that was never sealed', () => {
  it('keeps neither the token nor the surrounding header in memory (N1)', async () => {
    const keyrings = Array.from({ length: 5 }, (_, n) => new Keyring([VECTOR_SECRET], `salt-${n}`));
    const opened: unknown[] = [];

    const held = await heldBytes(() => {
      for (const ours of keyrings) {
        for (let n = 0; n < 100; n += 1) {
          const cookies = `${' '.repeat(15_000)}${unsealed({ alg: 'dir', enc: 'A256GCM', n })}`;
          opened.push(openJwe(cookies.slice(15_000), ours));
        }
      }
    });

    expect(new Set(opened)).toEqual(new Set([null]));
    expect(held).toBeLessThan(2_000_000);
  });

  it.each([
    { alg: 'dir', enc: 'A256GCM' },
    { alg: 'dir', enc: 'A256CBC-HS512' },
    { enc: 'A256CBC-HS512', alg: 'dir', kid: keyring.keys('A256CBC-HS512')[0]?.kid },
  ])('does not change the keyring for the header %j (N1)', (header) => {
    const known = [...keyring.headers.keys()];

    openJwe(unsealed(header), keyring);

    expect([...keyring.headers.keys()]).toEqual(known);
  });
});

function unsealed(header: object): string {
  const encoded = Buffer.from(JSON.stringify(header)).toString('base64url');
  return `${encoded}..${'A'.repeat(16)}.AAAA.${'A'.repeat(22)}`;
}

describe('openJwe with a secret that is listed twice', () => {
  it('returns the newer of its positions', async () => {
    const twice = new Keyring([VECTOR_SECRET, VECTOR_SECRET], 'salt');
    const token = await sealJwe({}, twice, 60);

    expect(openJwe(token, twice)?.secretIndex).toBe(0);
  });
});
