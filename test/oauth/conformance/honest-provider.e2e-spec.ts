import type { OIDCConfig } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { exportJWK, generateKeyPair } from 'jose';
import { authorize, CLIENT_SECRET, OidcProvider } from '../../support/oidc.js';
import { platforms, TestApp } from '../../support/test-app.js';

type Client = Parameters<OidcProvider['provider']['addClient']>[0];

const CHECKS = ['pkce', 'state', 'nonce'] as const;
const ODD_SECRET = 'canary:odd%41 sec+ret/9f31c07b52e84da6';

describe.each(platforms())('sign-in at a certified provider on %s', (platform) => {
  let idp: OidcProvider;

  beforeAll(async () => {
    idp = await OidcProvider.start();
  });
  afterAll(() => idp.close());

  /** Registers a client and asserts that it can sign in. */
  async function expectSignIn(own: Partial<OIDCConfig>, client: Partial<Client>): Promise<void> {
    const adapter = new MemoryAdapter();
    const provider = idp.config('idp', { checks: CHECKS, ...own });
    const app = await TestApp.start({ platform, config: { providers: [provider], adapter } });
    try {
      await idp.provider.addClient({
        client_id: provider.clientId ?? '',
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${app.url}/auth/callback/idp`],
        ...client,
      });
      const browser = app.client();

      const callback = await browser.get(await authorize(browser, 'idp'));

      expect(callback).toMatchObject({ status: 302, location: `${app.url}/home` });
      expect(await browser.session()).toMatchObject({ user: { email: 'ada@example.com' } });
      const account = { provider: 'idp', providerAccountId: 'ada-lovelace' };
      expect(await adapter.getUserByAccount(account)).toMatchObject({ name: 'Ada Lovelace' });
    } finally {
      await app.close();
    }
  }

  function method(
    name: NonNullable<Client['token_endpoint_auth_method']>,
  ): Pick<Client, 'token_endpoint_auth_method'> {
    return { token_endpoint_auth_method: name };
  }

  it('succeeds with Basic credentials that contain special characters (B27)', async () => {
    await expectSignIn(
      { clientId: 'client:odd%20 i+d', clientSecret: ODD_SECRET },
      { client_secret: ODD_SECRET, ...method('client_secret_basic') },
    );
  });

  it('succeeds with Basic credentials whose characters need no escaping (U18)', async () => {
    const secret = "canary-s_e.cret~!*'()-9f31c07b52e84da6";
    await expectSignIn(
      { clientId: 'my-app_1.prod', clientSecret: secret },
      { client_secret: secret, ...method('client_secret_basic') },
    );
  });

  it.each(['client_secret_basic', 'client_secret_post', 'client_secret_jwt'] as const)(
    'succeeds with client authentication by %s (B28)',
    async (name) => {
      const client = { token_endpoint_auth_method: name };
      await expectSignIn({ client }, method(name));
    },
  );

  it('succeeds for a public client (B28)', async () => {
    const client = { token_endpoint_auth_method: 'none' } as const;
    await expectSignIn(
      { client, clientSecret: undefined },
      { client_secret: undefined, ...method('none') },
    );
  });

  it.each(['RS256', 'PS256', 'ES256'])(
    'succeeds with private_key_jwt and %s (B29)',
    async (alg) => {
      const { publicKey, privateKey } = await generateKeyPair(alg);
      const jwk = { ...(await exportJWK(publicKey)), kid: 'key-1', alg, use: 'sig' };

      await expectSignIn(
        { clientSecret: undefined, token: { clientPrivateKey: { key: privateKey, kid: 'key-1' } } },
        {
          client_secret: undefined,
          jwks: { keys: [jwk] } as Client['jwks'],
          ...method('private_key_jwt'),
        },
      );
    },
  );

  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'] as const)(
    'succeeds with ID tokens signed with %s (B13)',
    async (alg) => {
      for (const idToken of [true, false]) {
        await expectSignIn(
          { idToken, client: { id_token_signed_response_alg: alg } },
          { id_token_signed_response_alg: alg },
        );
      }
    },
  );

  it.each(['RS256', 'ES256'] as const)('succeeds with signed userinfo: %s (B24)', async (alg) => {
    await expectSignIn(
      { idToken: false, client: { userinfo_signed_response_alg: alg } },
      { userinfo_signed_response_alg: alg },
    );
  });
});
