import { decode, encode, JWTSessionError } from '@authnest/core';
import { createCipheriv, createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import zlib from 'node:zlib';
import { compactDecrypt, CompactEncrypt, FlattenedEncrypt, SignJWT } from 'jose';
import { IS_WHOLE } from '../support/effort.js';
import { derivedKey, sealWith, sessionClaims } from '../support/forged-token.js';
import { expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { JANE, platforms, SECRET, TestApp } from '../support/test-app.js';
import { SharedConnections } from '../support/shared-connections.js';
import { countWork } from '../support/work-counter.js';

const SALT = SESSION;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const claimBytes = () => bytes(JSON.stringify(sessionClaims()));
const base64url = (text: string | Buffer): string => Buffer.from(text).toString('base64url');

/** Encrypts any bytes into a token whose tag is valid. */
function cbcToken(
  plaintext: Buffer,
  { header = {}, padding = true }: { header?: object; padding?: boolean } = {},
): string {
  const key = derivedKey(SALT, 64);
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', key.subarray(32), iv).setAutoPadding(padding);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  const protectedHeader = base64url(
    JSON.stringify({ alg: 'dir', enc: 'A256CBC-HS512', ...header }),
  );
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(protectedHeader.length * 8));
  const tag = createHmac('sha512', key.subarray(0, 32))
    .update(Buffer.concat([Buffer.from(protectedHeader), iv, ciphertext, length]))
    .digest()
    .subarray(0, 32);
  return [protectedHeader, '', iv, ciphertext, tag]
    .map((part) => (typeof part === 'string' ? part : base64url(part)))
    .join('.');
}

/** Returns deflated zeros, about a thousandth of the size to which they inflate. */
async function bomb(megabytes: number): Promise<Buffer> {
  const deflate = zlib.createDeflateRaw({ level: 9 });
  const chunks: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => chunks.push(chunk));
  const zeros = Buffer.alloc(1024 * 1024);
  for (let nth = 0; nth < megabytes; nth += 1) {
    await new Promise((resolve) => deflate.write(zeros, resolve));
  }
  deflate.end();
  await once(deflate, 'end');
  return Buffer.concat(chunks);
}

/** Forged tokens by description, each valid in its own format as far as possible. */
const FORGED: Record<string, () => Promise<string> | string> = {
  A256KW: () =>
    new CompactEncrypt(claimBytes())
      .setProtectedHeader({ alg: 'A256KW', enc: 'A256CBC-HS512' })
      .encrypt(derivedKey(SALT, 32)),
  'RSA-OAEP': () =>
    new CompactEncrypt(claimBytes())
      .setProtectedHeader({ alg: 'RSA-OAEP', enc: 'A256GCM' })
      .encrypt(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey),
  'ECDH-ES': () =>
    new CompactEncrypt(claimBytes())
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
      .encrypt(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey),
  'PBES2 with 1000 rounds': () =>
    new CompactEncrypt(claimBytes())
      .setProtectedHeader({ alg: 'PBES2-HS256+A128KW', enc: 'A256GCM' })
      .setKeyManagementParameters({ p2c: 1000, p2s: bytes('salt-of-the-test') })
      .encrypt(bytes(SECRET)),
  'dir with A128CBC-HS256': () =>
    sealWith(sessionClaims(), { header: { alg: 'dir', enc: 'A128CBC-HS256' }, length: 32 }),
  'dir with A128GCM': () =>
    sealWith(sessionClaims(), { header: { alg: 'dir', enc: 'A128GCM' }, length: 16 }),
  'dir with A192GCM': () =>
    sealWith(sessionClaims(), { header: { alg: 'dir', enc: 'A192GCM' }, length: 24 }),
  'signed only, with the secret': () =>
    new SignJWT(sessionClaims()).setProtectedHeader({ alg: 'HS256' }).sign(bytes(SECRET)),
  'signed only, with the derived key': () =>
    new SignJWT(sessionClaims()).setProtectedHeader({ alg: 'HS512' }).sign(derivedKey(SALT, 64)),
  unsigned: () => `${base64url('{"alg":"none"}')}.${base64url(JSON.stringify(sessionClaims()))}.`,
  'as flattened JSON': async () =>
    JSON.stringify(
      await new FlattenedEncrypt(claimBytes())
        .setProtectedHeader({ alg: 'dir', enc: 'A256CBC-HS512' })
        .encrypt(derivedKey(SALT, 64)),
    ),
  'as plain JSON': () => JSON.stringify(sessionClaims()),
  'sealed with another secret': () => sealWith(sessionClaims(), { secret: `${SECRET}x` }),
  'sealed with the key for another cookie name': () =>
    sealWith(sessionClaims(), { salt: '__Secure-authjs.session-token' }),
  'from another deployment with the same secret (D17)': () =>
    encode({ token: { sub: 'id-of-jane' }, secret: SECRET, salt: 'other.session-token' }),
  ...Object.fromEntries(
    ['A256KW', 'A256GCMKW', 'none', 'DIR', '', 1, null, undefined].map((alg) => [
      `sealed with the right key, but with alg ${alg}`,
      () => cbcToken(Buffer.from(claimBytes()), { header: { alg } }),
    ]),
  ),
  'sealed with the right key, but with enc in lower case': () =>
    cbcToken(Buffer.from(claimBytes()), { header: { enc: 'a256cbc-hs512' } }),
  'with a critical header': () =>
    cbcToken(Buffer.from(claimBytes()), { header: { crit: ['x'], x: 1 } }),
  'with a zip header': () =>
    cbcToken(zlib.deflateRawSync(claimBytes()), { header: { zip: 'DEF' } }),
  'whose claims are a list': () => cbcToken(Buffer.from('[]')),
  'whose claims are a string': () => cbcToken(Buffer.from('"jane"')),
  'whose claims are broken JSON': () => cbcToken(Buffer.from('{"sub":')),
  'whose claims are not UTF-8': () => cbcToken(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])),
};

describe.each(platforms())('forged stateless sessions on %s', (platform) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ platform, module: { controllers: [MeController] } });
  });

  afterAll(() => app.close());

  it.each(['A256CBC-HS512', 'A256GCM'])(
    'differ from a valid one with %s, which is accepted (D16)',
    async (enc) => {
      const token = await sealWith(sessionClaims(), { header: { alg: 'dir', enc } });

      const response = await app.client().get('/me', { cookie: `${SESSION}=${token}` });

      expect(response.json()).toMatchObject({ name: 'jane' });
    },
  );

  it.each(Object.keys(FORGED))('sign nobody in: %s (D16)', async (form) => {
    await expectSignedOut(app, { [SESSION]: (await FORGED[form]?.()) ?? '' });
  });

  it('are refused before anything is decrypted or inflated, or a key is derived (A46)', async () => {
    const header = { alg: 'PBES2-HS256+A128KW', enc: 'A256GCM', p2c: 2 ** 31, p2s: 'c2FsdA' };
    const slow = [JSON.stringify(header), 'key', 'iv', 'text', 'tag'].map(base64url).join('.');
    const small = cbcToken(await bomb(5), { header: { zip: 'DEF' } });
    const huge = cbcToken(await bomb(250), { header: { zip: 'DEF' } });
    const refuse = async () => {
      for (const token of [slow, small]) await expectSignedOut(app, { [SESSION]: token });
      for (const token of [slow, huge]) {
        const opened = decode({ token, secret: SECRET, salt: SALT });
        await expect(opened).rejects.toThrow(JWTSessionError);
      }
    };

    expect(await countWork(refuse)).toEqual({});
  });

  it('are tested with a counter that detects decryption, inflation and key derivation (A46)', async () => {
    const pbes2 = (await FORGED['PBES2 with 1000 rounds']?.()) ?? '';
    const keyManagementAlgorithms = ['PBES2-HS256+A128KW'];
    const deflated = await bomb(1);
    const work = await countWork(async () => {
      zlib.inflateRawSync(deflated);
      await compactDecrypt(pbes2, bytes(SECRET), { keyManagementAlgorithms });
      await decode({ token: await sealWith(sessionClaims()), secret: SECRET, salt: SALT });
    });

    expect(Object.keys(work).sort()).toEqual(['decrypt', 'deriveBits', 'update', 'writeSync']);
  });

  it('with a valid tag and broken padding get the same response as those with an invalid tag (A46)', async () => {
    const broken = cbcToken(Buffer.alloc(64, 0x20), { padding: false });
    const honest = await sealWith(sessionClaims());
    const wrongTag = `${honest.slice(0, honest.lastIndexOf('.') + 1)}${base64url(randomBytes(32))}`;
    const wrongBoth = `${broken.slice(0, broken.lastIndexOf('.') + 1)}${base64url(randomBytes(32))}`;
    const results: unknown[] = [];

    for (const token of [broken, wrongTag, wrongBoth]) {
      await expectSignedOut(app, { [SESSION]: token });
      const { status, text, headers } = await app
        .client()
        .get('/auth/session', { cookie: `${SESSION}=${token}; authjs.csrf-token=x` });
      const { date, ...others } = headers;
      expect(date).toBeDefined();
      results.push({
        status,
        text,
        headers: { ...others, 'set-cookie': others['set-cookie']?.slice(1) },
      });
    }

    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
  });

  it('sign nobody in if any bit is flipped, or if truncated to any length (D15)', async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const token = browser.cookies.get(SESSION) ?? '';
    const others = ['authjs.csrf-token', 'authjs.callback-url'].map(
      (name) => `${name}=${browser.cookies.get(name)}`,
    );
    const cut = Array.from(token, (_, length) => token.slice(0, length));
    // A ninth of them has another bit of each character.
    const bits = [...flipped(token)].filter((_, nth) => IS_WHOLE || nth % 9 === 0);
    const variants = [...bits, ...cut];
    const connections = new SharedConnections(app.url, 16);
    const outcomes = new Map<string, number>();

    const results = variants.map(async (variant) => {
      const cookie = [...others, `${SESSION}=${encodeURIComponent(variant)}`].join('; ');
      const { status, text, headers } = await connections.send('/auth/session', { cookie });
      const outcome = `${status} ${text} ${headers['set-cookie']?.join('; ')}`;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    });
    await Promise.all(results);
    connections.close();

    expect(variants.length).toBeGreaterThan(token.length * 1.8);
    expect(Object.fromEntries(outcomes)).toEqual({
      [`200 null ${SESSION}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`]: variants.length - 1,
      // An empty cookie is not a session, and there is nothing to clear.
      '200 null undefined': 1,
    });
    expect((await browser.get('/me')).status).toBe(200);
  });
});

function* flipped(token: string): Iterable<string> {
  for (let at = 0; at < token.length; at += 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      const other = String.fromCharCode(token.charCodeAt(at) ^ (1 << bit));
      yield token.slice(0, at) + other + token.slice(at + 1);
    }
  }
}
