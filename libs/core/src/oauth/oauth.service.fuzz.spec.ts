import fc from 'fast-check';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { aContext } from '../../../../test/support/a-context.js';
import { FUZZ, FUZZ_TIMEOUT_MS } from '../../../../test/support/fuzz.js';
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

/** The ID token that the token endpoint returns. */
const sent = { token: '' };

/** Creates an honest provider with one elliptic-curve key, which needs no network. */
async function honestProvider(): Promise<{ token: string; fetch: typeof fetch }> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }];
  const token = await new SignJWT({ sub: 'ada', nonce: 'n' })
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .setIssuer(ISSUER)
    .setAudience('client')
    .setIssuedAt()
    // Longer than the longest fuzz run.
    .setExpirationTime('20h')
    .sign(privateKey);
  const responses: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/authorize`,
      token_endpoint: `${ISSUER}/token`,
      jwks_uri: `${ISSUER}/jwks`,
      id_token_signing_alg_values_supported: ['ES256'],
    }),
    '/jwks': () => ({ keys }),
    '/token': () => ({ access_token: 'at', token_type: 'Bearer', id_token: sent.token }),
  };
  const respond: typeof fetch = (url) => {
    const json = responses[new URL(url instanceof Request ? url.url : url).pathname]?.() ?? {};
    return Promise.resolve(Response.json(json));
  };
  return { token, fetch: respond };
}

/** Damages the token: flips a bit, truncates it, replaces characters or a part, or all of it. */
function damaged(token: string): fc.Arbitrary<string> {
  const at = fc.nat({ max: token.length - 1 });
  const parts = token.split('.');
  return fc
    .oneof(
      fc.tuple(at, fc.nat({ max: 6 })).map(([index, bit]) => {
        const letter = String.fromCharCode(token.charCodeAt(index) ^ (1 << bit));
        return token.slice(0, index) + letter + token.slice(index + 1);
      }),
      at.map((index) => token.slice(0, index)),
      fc
        .tuple(at, fc.nat({ max: 3 }), fc.string({ maxLength: 3 }))
        .map(([index, length, text]) => token.slice(0, index) + text + token.slice(index + length)),
      fc
        .tuple(fc.nat({ max: 2 }), fc.json())
        .map(([index, json]) =>
          parts
            .map((part, own) => (own === index ? Buffer.from(json).toString('base64url') : part))
            .join('.'),
        ),
      fc.string(),
    )
    .filter((text) => !isSame(text, token));
}

/** Whether two tokens are the same: bits after the last whole byte of a signature do not count. */
function isSame(text: string, token: string): boolean {
  const [at, own] = [text.lastIndexOf('.') + 1, token.lastIndexOf('.') + 1];
  if (text.slice(0, at) !== token.slice(0, own)) return false;
  const bytes = Buffer.from(text.slice(at), 'base64url');
  return bytes.equals(Buffer.from(token.slice(own), 'base64url'));
}

describe('OAuthService.redeem with any ID token', () => {
  it(
    'accepts only the token that the provider signed (B09)',
    async () => {
      const { token, fetch } = await honestProvider();
      const keys = new OAuthConfigurationService(
        new ProviderMetadataService(),
        new ProviderKeysService(),
      );
      const service = new OAuthService(keys, new OAuthProfileService());
      const ctx = Object.assign(aContext({ config: { fetch } }), {
        action: 'callback' as const,
        callbackUrl: 'https://app.example/',
      });
      const redeem = () => service.redeem(ctx, provider, { callback, nonce: 'n' });
      sent.token = token;
      expect((await redeem()).profile).toMatchObject({ sub: 'ada' });

      await fc.assert(
        fc.asyncProperty(damaged(token), async (text) => {
          sent.token = text;
          // Does not use `expect`, which is slower than the code under test.
          return redeem().then(
            () => false,
            (thrown) => thrown instanceof Error,
          );
        }),
        FUZZ,
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});
