import {
  type AuthConfig,
  Email,
  OIDC,
  ProviderTokenMissing,
  ProviderTokensService,
} from '@authnest/core';
import { type FakeAnswer, FakeOAuthServer } from '@authnest/testing';
import { currentAdapter } from '../support/current-adapter.js';
import { describeStores, type OpenStore } from '../support/describe-stores.js';
import { Mailbox } from '../support/mailbox.js';
import { PATIENCE, runOut } from '../support/patience.js';
import { platforms, TestApp } from '../support/test-app.js';
import { endsIn, rowOf } from '../support/token-app.js';

const EMAIL = 'ada@example.com';
const KEY = { provider: 'idp', providerAccountId: 'ada' };

await describeStores((open) => {
  describe.each(platforms())('tokens of a removed account on %s', (platform) => {
    let idp: FakeOAuthServer;
    let inbox: Mailbox;
    let opened: OpenStore;
    let shared: TestApp;
    /** The shared one, or one that the test starts for itself. */
    let app: TestApp;
    /** The last refresh token that the provider issued. */
    let refreshToken: string | undefined;

    beforeAll(async () => {
      idp = await FakeOAuthServer.start();
      inbox = await Mailbox.start();
      // The configuration is checked against the operations of a store.
      opened = await open();
      shared = await start({});
      await opened.close();
    });
    afterAll(async () => {
      await shared.close();
      await idp.close();
      await inbox.close();
    });
    beforeEach(async () => {
      idp.reset();
      idp.refreshTokens = 'rotating';
      idp.claims = { sub: 'ada', email: EMAIL, email_verified: false };
      idp.answer('token', (_, honest) => noted(honest));
      opened = await open();
    });
    afterEach(async () => {
      if (app !== shared) await app.close();
      await opened.close();
    });

    const adapter = currentAdapter(() => opened.store);

    function start(config: Partial<AuthConfig>): Promise<TestApp> {
      const ofIdp = OIDC({ id: 'idp', name: 'idp', ...idp.client });
      const providers = [ofIdp, Email({ server: inbox.url })];
      return TestApp.start({ platform, config: { adapter, providers, ...config } });
    }

    async function noted(honest: () => Promise<FakeAnswer>): Promise<FakeAnswer> {
      const response = await honest();
      ({ refresh_token: refreshToken } = response.json as { refresh_token?: string });
      return response;
    }

    /** Registers a user with an address that the provider has not verified. */
    async function register(config?: Partial<AuthConfig>): Promise<void> {
      app = config ? await start(config) : shared;
      const stranger = app.client();
      const { location = '' } = await stranger.signIn('idp');
      const { url } = await idp.authorize(location);
      await stranger.get(url.pathname + url.search);
      expect(await stranger.session()).toMatchObject({ user: { email: EMAIL } });
      idp.requests.length = 0;
    }

    /** Signs in the owner of the address by mail, which verifies it. */
    async function prove(): Promise<void> {
      const owner = app.client();
      await owner.signIn('email', { email: EMAIL });
      await owner.get(await inbox.link());
      expect(await owner.session()).toMatchObject({ user: { email: EMAIL } });
      expect(await opened.store.getAccount('ada', 'idp')).toBeNull();
    }

    const revoked = () => idp.requestsTo('revocation').map(({ form }) => form.get('token'));

    it.each<[AuthConfig['providerTokens'], boolean]>([
      [undefined, true],
      [{ revokeAt: 'unlink' }, true],
      [{ revokeAt: 'unlink', keep: 'encrypt' }, true],
      [{ revokeAt: 'signOut' }, true],
      [{ revokeAt: 'never' }, false],
      ['drop', false],
    ])('%j: proving the address revokes the tokens: %s (J17, A26)', async (providerTokens, is) => {
      await register({ providerTokens });

      await prove();

      expect(refreshToken).toBeDefined();
      expect(revoked()).toEqual(is ? [refreshToken] : []);
    });

    it('a provider that does not respond does not block the verification (J17)', async () => {
      await register({ timeout: PATIENCE });
      idp.answer('revocation', () => {
        runOut();
        return 'silence';
      });

      await prove();

      expect(revoked()).toHaveLength(1);
      expect(app.logs.alarms).toHaveLength(1);
    });

    it('a second verification of the address revokes nothing (J17)', async () => {
      await register();
      await prove();
      idp.requests.length = 0;
      const owner = app.client();

      await owner.signIn('email', { email: EMAIL });
      await owner.get(await inbox.link());

      expect(idp.requests).toEqual([]);
    });

    it('a refresh that ends after the removal revokes the token it received (J17)', async () => {
      await register();
      const { userId } = await rowOf(opened.store);
      await endsIn(opened.store, -1);
      const before = refreshToken;
      idp.answer('token', async (_, honest) => {
        await opened.store.unlinkAccount(KEY);
        return noted(honest);
      });

      const tokens = app.app.get(ProviderTokensService);
      await expect(tokens.getAccessToken(userId, 'idp')).rejects.toThrow(ProviderTokenMissing);

      expect(refreshToken).not.toBe(before);
      expect(revoked()).toEqual([refreshToken]);
    });
  });
});
