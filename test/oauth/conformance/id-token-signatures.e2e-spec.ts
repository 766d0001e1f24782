import { createPublicKey } from 'node:crypto';
import { OAuth } from '@authnest/core';
import { type FakeOAuthServer, type FakeSigningAlgorithm } from '@authnest/testing';
import { generateKeyPair, type JWK } from 'jose';
import { platforms } from '../../support/test-app.js';
import {
  flipSignatureBit,
  hmacSigned,
  unsigned,
  withHeader,
  zeroSignature,
} from './forged-token.js';
import { CLIENT_SECRET, Rig, startServer } from './rig.js';

const REFUSED = { error: 'OAuthCallbackError', upTo: 'jwks' } as const;
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;
/** Lists of algorithms that a provider may advertise. */
const ADVERTISED = [
  ['RS256 alone', ['RS256']],
  ['everything', [...ALGORITHMS, 'HS256', 'none']],
  ['nothing', undefined],
] as const;

describe.each(platforms())('signatures of ID tokens on %s', (platform) => {
  let server: FakeOAuthServer;

  beforeAll(async () => {
    server = await startServer();
  });
  beforeEach(() => server.reset());
  afterAll(() => server.close());

  describe.each(ADVERTISED)('of a provider that advertises %s', (_, algorithms) => {
    const metadata = { id_token_signing_alg_values_supported: algorithms };
    let rig: Rig;

    beforeAll(async () => {
      server.metadata = metadata;
      // The application fetches the metadata only once, at this sign-in.
      rig = await Rig.start({ platform }, server);
      await rig.expectSignedIn();
    });
    afterAll(() => rig.close());

    it('refuses a token whose RS256 signature has a flipped bit (B09)', async () => {
      server.idToken = { alter: (token) => flipSignatureBit(token) };

      await rig.expectSignInRefused(REFUSED);
    });

    it('refuses a token that another key signed, whatever its kid (B09)', async () => {
      const { privateKey } = await generateKeyPair('RS256');
      for (const header of [{}, { kid: undefined }, { kid: 'unknown' }]) {
        server.idToken = { key: privateKey, header };
        await rig.expectSignInRefused(REFUSED);
      }
    });

    it.each(['none', 'None', 'nOnE', 'NONE', ''])(
      'refuses an unsigned token with alg %j (B11, A47)',
      async (alg) => {
        server.idToken = { alter: (token) => unsigned(token, alg) };

        await rig.expectSignInRefused(REFUSED);
      },
    );

    it('refuses a token with an honest alg but no signature (B11)', async () => {
      server.idToken = { alter: (token) => token.slice(0, token.lastIndexOf('.') + 1) };
      await rig.expectSignInRefused(REFUSED);
      server.idToken = { alter: (token) => token.slice(0, token.lastIndexOf('.')) };
      await rig.expectSignInRefused(REFUSED);
    });

    it('refuses HS256 with the client secret if RS256 is expected (B12)', async () => {
      server.idToken = { alter: (token) => hmacSigned(token, CLIENT_SECRET) };

      await rig.expectSignInRefused(REFUSED);
    });

    it('refuses HS256 with the encoded public key, and with an empty key (A47)', async () => {
      const jwk = await server.publicKey();
      for (const key of publicKeyTexts(jwk)) {
        server.idToken = { alter: (token) => hmacSigned(token, key) };
        await rig.expectSignInRefused(REFUSED);
      }
    });
  });

  it.each([
    ['ES256', 'a flipped bit', flipSignatureBit],
    ['ES256', 'zero r and s', zeroSignature],
    ['PS256', 'a flipped bit', flipSignatureBit],
    ['PS256', 'zeros', zeroSignature],
    ['EdDSA', 'a flipped bit', flipSignatureBit],
    ['EdDSA', 'zeros', zeroSignature],
  ] as const)('refuses %s with %s (B10)', async (algorithm, _, forge) => {
    const rig = await startSigning(algorithm);
    server.idToken = { alter: (token) => forge(token) };

    await rig.expectSignInRefused(REFUSED);
    await rig.close();
  });

  it.each(ALGORITHMS)('accepts an honest %s signature (B13)', async (algorithm) => {
    const rig = await startSigning(algorithm);

    await rig.expectSignedIn();
    await rig.close();
  });

  it('accepts all four algorithms from one provider that advertises them (B13)', async () => {
    server.metadata = { id_token_signing_alg_values_supported: ALGORITHMS };
    for (const algorithm of ALGORITHMS) {
      server.signWith(algorithm);
      await server.publicKey();
    }
    const rig = await Rig.start({ platform }, server);

    for (const algorithm of ALGORITHMS) {
      server.signWith(algorithm);
      await rig.expectSignedIn();
    }
    await rig.close();
  });

  it('refuses RS256 if the application expects ES256 (B12)', async () => {
    server.metadata = { id_token_signing_alg_values_supported: ['RS256', 'ES256'] };
    const client = { id_token_signed_response_alg: 'ES256' };
    const rig = await Rig.start({ platform, provider: { client } }, server);

    rig.honest = () => server.signWith('ES256');
    await rig.expectSignInRefused(REFUSED);
    await rig.close();
  });

  it('verifies the nonce of a plain OAuth provider that signs with the client secret', async () => {
    const { clientId, issuer } = server.client;
    const plain = OAuth({
      id: 'plain',
      name: 'Plain',
      clientId,
      clientSecret: CLIENT_SECRET,
      client: { id_token_signed_response_alg: 'HS256' },
      checks: ['pkce', 'nonce'],
      authorization: `${issuer}/authorize`,
      token: `${issuer}/token`,
      userinfo: `${issuer}/userinfo`,
    });
    const rig = await Rig.start({ platform, others: () => [plain] }, server);
    server.signWith('HS256');

    await rig.expectSignedIn(rig.client(), 'plain');
    await rig.close();
  });

  it('verifies HS256 with the client secret if the application expects HS256', async () => {
    const client = { id_token_signed_response_alg: 'HS256' };
    const rig = await Rig.start({ platform, provider: { client } }, server);
    rig.honest = () => server.signWith('HS256');
    rig.reset();

    const forgeries = [
      (token: string) => flipSignatureBit(token),
      (token: string) => unsigned(token, 'none'),
      (token: string) => hmacSigned(token, ''),
    ];
    for (const alter of forgeries) {
      server.idToken = { alter };
      await rig.expectSignInRefused(REFUSED);
    }
    await rig.close();
  });

  it('refuses RS256 with the kid of a key of another type (A47)', async () => {
    server.metadata = { id_token_signing_alg_values_supported: ['RS256', 'ES256'] };
    server.signWith('ES256');
    const { kid } = await server.publicKey();
    server.signWith('RS256');
    const rig = await Rig.start({ platform }, server);
    await rig.expectSignedIn();

    for (const header of [{ kid }, { alg: 'ES256' }, { alg: 'ES256', kid }, { alg: 'PS256' }]) {
      server.idToken = { alter: (token) => withHeader(token, header) };
      await rig.expectSignInRefused(REFUSED);
    }
    await rig.close();
  });

  it('refuses every algorithm confusion even if the key set names no alg (A47)', async () => {
    const jwk = await server.publicKey();
    server.answer('jwks', () => ({ json: { keys: [{ ...jwk, alg: undefined, use: undefined }] } }));
    const rig = await Rig.start({ platform }, server);
    await rig.expectSignedIn();

    const forgeries = [
      ...['none', 'None', 'nOnE'].map((alg) => (token: string) => unsigned(token, alg)),
      ...publicKeyTexts(jwk).map((key) => (token: string) => hmacSigned(token, key)),
      (token: string) => withHeader(token, { alg: 'PS256' }),
      (token: string) => withHeader(token, { alg: 'RS512' }),
      (token: string) => withHeader(token, { alg: 'ES256' }),
    ];
    for (const forge of forgeries) {
      server.idToken = { alter: forge };
      await rig.expectSignInRefused(REFUSED);
    }
    await rig.close();
  });

  async function startSigning(algorithm: FakeSigningAlgorithm): Promise<Rig> {
    const rig = await Rig.start({ platform }, server);
    rig.honest = () => server.signWith(algorithm);
    rig.reset();
    return rig;
  }
});

/** Returns encodings of a public key, and '', that a careless library might use as a secret. */
function publicKeyTexts(jwk: JWK): string[] {
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  const spki = key.export({ type: 'spki', format: 'pem' }).toString();
  const pkcs1 = key.export({ type: 'pkcs1', format: 'pem' }).toString();
  return [spki, `\n${spki}`, spki.trimEnd(), pkcs1, JSON.stringify(jwk), jwk.n ?? '', ''];
}
