import fc from 'fast-check';
import {
  calculateJwkThumbprint,
  CompactSign,
  exportJWK,
  generateKeyPair,
  type GenerateKeyPairResult,
  type JWK,
} from 'jose';
import { aContext } from '../../../../test/support/a-context.js';
import { normalizeOAuthProvider } from '../provider/normalize-oauth-provider.js';
import { OIDC } from '../provider/oauth-provider.js';
import { OAuthConfigurationService } from './client/oauth-configuration.service.js';
import { OAuthProfileService } from './oauth-profile.service.js';
import { OAuthService } from './oauth.service.js';
import { ProviderKeysService } from './client/provider-keys.service.js';
import { ProviderMetadataService } from './client/provider-metadata.service.js';

const ISSUER = 'https://idp.example';
const provider = normalizeOAuthProvider(
  OIDC({ id: 'idp', name: 'IdP', issuer: ISSUER, clientId: 'client', clientSecret: 'secret' }),
);
const callback = new URL('https://app.example/auth/callback/idp?code=c&state=s');
const NOW = Math.floor(Date.now() / 1000);
const HONEST = { iss: ISSUER, sub: 'ada', aud: 'client', nonce: 'n', iat: NOW, exp: NOW + 600 };

/** Unless its title mentions another key, a test signs its token with the provider's key. */
describe('OAuthService.redeem with an ID token signed by the provider', () => {
  let pair: GenerateKeyPairResult;
  let own: JWK;
  let others: JWK[];

  beforeAll(async () => {
    pair = await generateKeyPair('ES256');
    own = { ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'ES256', use: 'sig' };
    const rsa = await exportJWK((await generateKeyPair('RS256')).publicKey);
    const elliptic = await exportJWK((await generateKeyPair('ES256')).publicKey);
    others = [
      { ...elliptic, kid: 'k', alg: 'ES256', use: 'sig' },
      { ...elliptic, kid: 'k' },
      { ...rsa, kid: 'k', alg: 'RS256', use: 'sig' },
    ];
  });

  /** @param payload - an object, or JSON text for values that no object can express */
  async function tokenOf(payload: object | string = HONEST, header: object = {}): Promise<string> {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    const sign = new CompactSign(new TextEncoder().encode(text));
    return sign.setProtectedHeader({ alg: 'ES256', kid: 'k', ...header }).sign(pair.privateKey);
  }

  /** Signs a token with a header that the signing library would refuse to write. */
  async function tokenWithHeader(header: string): Promise<string> {
    const signed = [header, JSON.stringify(HONEST)]
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.');
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
    const key = pair.privateKey as CryptoKey;
    const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(signed));
    return `${signed}.${Buffer.from(signature).toString('base64url')}`;
  }

  /** Whether the token signs a user in. */
  async function isTaken(token: string, keys: readonly unknown[] = [own]): Promise<boolean> {
    const responses: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer: ISSUER,
        authorization_endpoint: `${ISSUER}/authorize`,
        token_endpoint: `${ISSUER}/token`,
        jwks_uri: `${ISSUER}/jwks`,
        id_token_signing_alg_values_supported: ['ES256', 'RS256'],
      },
      '/jwks': { keys },
      '/token': { access_token: 'at', token_type: 'Bearer', id_token: token },
    };
    const respond: typeof fetch = (url) =>
      Promise.resolve(
        Response.json(responses[new URL(url instanceof Request ? url.url : url).pathname] ?? {}),
      );
    const configurations = new OAuthConfigurationService(
      new ProviderMetadataService(),
      new ProviderKeysService(),
    );
    const service = new OAuthService(configurations, new OAuthProfileService());
    const ctx = Object.assign(aContext({ config: { fetch: respond } }), {
      action: 'callback' as const,
      callbackUrl: 'https://app.example/',
    });
    try {
      await service.redeem(ctx, provider, { callback, nonce: 'n' });
      return true;
    } catch {
      return false;
    }
  }

  const json = (changes: Readonly<Record<string, string>>): string =>
    `{${Object.entries({
      ...Object.fromEntries(Object.entries(HONEST).map(([k, v]) => [k, JSON.stringify(v)])),
      ...changes,
    })
      .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
      .join(',')}}`;

  it('accepts an honest token', async () => {
    expect(await isTaken(await tokenOf())).toBe(true);
  });

  describe('in the header', () => {
    it.each(['JWT', 'jwt', 'application/jwt'])('accepts the type %s', async (typ) => {
      expect(await isTaken(await tokenOf(HONEST, { typ }))).toBe(true);
    });

    it.each([
      '{"alg":"ES256","kid":"k","typ":"at+jwt"}',
      '{"alg":"ES256","kid":"k","typ":"logout+jwt"}',
      '{"alg":"ES256","kid":"k","typ":"secevent+jwt"}',
      '{"alg":"ES256","kid":"k","typ":"oauth-authz-req+jwt"}',
      '{"alg":"ES256","kid":"k","typ":"JOSE"}',
      '{"alg":"ES256","kid":"k","typ":""}',
      '{"alg":"ES256","kid":"k","typ":" JWT"}',
      '{"alg":"ES256","kid":"k","typ":null}',
      '{"alg":"ES256","kid":"k","typ":["JWT"]}',
      '{"alg":"ES256","kid":"k","b64":true}',
      '{"alg":"ES256","kid":"k","b64":false}',
      '{"alg":"ES256","kid":"k","b64":null}',
      '{"alg":"ES256","kid":"k","b64":false,"crit":["b64"]}',
      '{"alg":"ES256","kid":"k","crit":[]}',
      '{"alg":"ES256","kid":"k","crit":["exp"]}',
      '{"alg":"ES256","kid":"k","crit":null}',
      '["ES256"]',
      'null',
    ])('refuses %s', async (header) => {
      expect(await isTaken(await tokenWithHeader(header))).toBe(false);
    });

    it('refuses any type other than JWT', async () => {
      const typ = fc.oneof(fc.string(), fc.jsonValue()).filter((value) => !isJwt(value));
      await fc.assert(
        fc.asyncProperty(typ, async (value) => {
          const header = JSON.stringify({ alg: 'ES256', kid: 'k', typ: value });
          expect(await isTaken(await tokenWithHeader(header))).toBe(false);
        }),
        { numRuns: 60 },
      );
    });
  });

  describe('in the serialization', () => {
    it.each([' ', '\n', '\t', '=', '==', '.', '\u00a0'])(
      'refuses %j inserted anywhere',
      async (one) => {
        const token = await tokenOf();
        const ends = [
          0,
          token.indexOf('.'),
          token.indexOf('.') + 1,
          token.lastIndexOf('.'),
          token.length,
        ];
        for (const at of [...ends, 10]) {
          expect(await isTaken(token.slice(0, at) + one + token.slice(at))).toBe(false);
        }
      },
    );

    it('refuses plain base64', async () => {
      const token = await tokenOf({ ...HONEST, name: '>>>???>>>???' });
      const plain = token.replaceAll('-', '+').replaceAll('_', '/');

      expect(plain).not.toBe(token);
      expect(await isTaken(plain)).toBe(false);
    });
  });

  describe('in the claims', () => {
    const NUMBERS = ['1e999', '-1e999', 'null', 'true', '"1"', `"${NOW}"`, '[1]', '{}'];

    it.each(['exp', 'iat', 'nbf', 'auth_time'].flatMap((name) => NUMBERS.map((n) => [name, n])))(
      'refuses the time %s with the value %s',
      async (name, value) => {
        expect(await isTaken(await tokenOf(json({ [name ?? '']: value ?? '' })))).toBe(false);
      },
    );

    it.each(['"other"', '""', 'null', '["client"]', '{}', '5', 'true', '"client "'])(
      'refuses the azp %s, even if there is a single audience',
      async (azp) => {
        expect(await isTaken(await tokenOf(json({ azp })))).toBe(false);
        expect(await isTaken(await tokenOf(json({ azp, aud: '["client"]' })))).toBe(false);
      },
    );

    it('accepts the client as azp, and times that are finite numbers', async () => {
      const claims = { ...HONEST, azp: 'client', nbf: NOW - 5.5, auth_time: NOW - 60 };

      expect(await isTaken(await tokenOf(claims))).toBe(true);
    });
  });

  describe('with a key set', () => {
    const unfit = [null, undefined, 5, 'key', true, [], {}, { kid: 'k' }, { kid: 'k', kty: 5 }];

    it.each(unfit)('accepts a token whose key is listed before or after %j', async (one) => {
      const token = await tokenOf();

      expect(await isTaken(token, [one, own])).toBe(true);
      expect(await isTaken(token, [own, one])).toBe(true);
      expect(await isTaken(token, [one])).toBe(false);
    });

    it('accepts a token whose key shares its `kid` with other keys, in any order', async () => {
      const token = await tokenOf();
      const broken = { kid: 'k', kty: 'EC', crv: 'P-256', x: '!', y: '!' };
      const secret = { kid: 'k', kty: 'oct', k: 'AAAA' };

      for (const other of [...others, broken, secret]) {
        expect(await isTaken(token, [other, own])).toBe(true);
        expect(await isTaken(token, [own, other])).toBe(true);
        expect(await isTaken(token, [other])).toBe(false);
      }
      expect(await isTaken(token, [...others, own])).toBe(true);
    });

    it('refuses a token whose key is meant for another purpose', async () => {
      const token = await tokenOf();

      for (const key of [
        { ...own, use: 'enc' },
        { ...own, key_ops: ['sign'] },
      ]) {
        expect(await isTaken(token, [key])).toBe(false);
        expect(await isTaken(token, [key, ...others])).toBe(false);
      }
    });

    it('refuses a token whose key follows 50 keys with the same `kid`', async () => {
      const many = Array.from({ length: 50 }, () => others[0]);

      expect(await isTaken(await tokenOf(), [...many, own])).toBe(false);
    });

    it('refuses a token that another key in the set signed under this `kid`', async () => {
      const stranger = await generateKeyPair('ES256');
      const jwk = await exportJWK(stranger.publicKey);
      const named = { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'ES256' };
      const payload = new TextEncoder().encode(JSON.stringify(HONEST));
      const token = await new CompactSign(payload)
        .setProtectedHeader({ alg: 'ES256', kid: 'k' })
        .sign(stranger.privateKey);

      expect(await isTaken(token, [own, named])).toBe(false);
      expect(await isTaken(token, [own, ...others, named])).toBe(false);
    });
  });
});

function isJwt(value: unknown): boolean {
  return typeof value === 'string' && /^(?:application\/)?jwt$/i.test(value);
}
