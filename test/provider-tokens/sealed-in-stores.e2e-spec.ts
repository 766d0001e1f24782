import { type Adapter, type AuthConfig, OIDC, type OIDCConfig } from '@authnest/core';
import { FakeOAuthServer } from '@authnest/testing';
import { currentAdapter } from '../support/current-adapter.js';
import { describeStores, type OpenStore } from '../support/describe-stores.js';
import { platforms } from '../support/test-app.js';
import { changeRow, endsIn, rowOf, TokenApp } from '../support/token-app.js';

const ONE = 'an-encryption-secret-of-forty-characters';
const OTHER = 'another-encryption-secret-of-many-characters';
const TOKENS = ['access_token', 'refresh_token', 'id_token'] as const;

await describeStores((open) => {
  describe.each(platforms())('tokens at rest on %s', (platform) => {
    let idp: FakeOAuthServer;
    let opened: OpenStore;
    let app: TokenApp;
    let others: TokenApp[];
    let lost: unknown[];

    const store = () => opened.store;
    const usual: Partial<AuthConfig> = {
      adapter: currentAdapter(store),
      providerTokens: 'encrypt',
      encryptionSecret: ONE,
      events: { loseTokens: (message) => lost.push(message) },
    };

    beforeAll(async () => {
      idp = await FakeOAuthServer.start();
      // The configuration is checked against the operations of a store.
      opened = await open();
      app = await TokenApp.start(platform, idp, usual);
      await opened.close();
    });
    afterAll(async () => {
      await app.close();
      await idp.close();
    });
    beforeEach(async () => {
      idp.reset();
      idp.refreshTokens = 'rotating';
      opened = await open();
      others = [];
      lost = [];
    });
    afterEach(async () => {
      for (const other of others) await other.close();
      await opened.close();
    });

    /** Starts an application with a configuration of its own. */
    async function start(
      config: Partial<AuthConfig>,
      provider: Partial<OIDCConfig> = {},
    ): Promise<TokenApp> {
      const other = await TokenApp.start(platform, idp, { ...usual, ...config }, provider);
      others.push(other);
      return other;
    }

    /** Returns the access token of Ada's only account at a provider. */
    async function tokenOf(from: TokenApp, provider = 'idp'): Promise<string> {
      const { userId } = await rowOf(store());
      return (await from.tokens.getAccessToken(userId, provider)).accessToken;
    }

    /** Returns the beginnings of the tokens of an account; null for a missing token. */
    async function beginnings(provider = 'idp'): Promise<(string | null)[]> {
      const row = await store().getAccount('ada', provider);
      return TOKENS.map((name) => row?.[name]?.slice(0, 4) ?? null);
    }

    const SEALED = ['an1.', 'an1.', 'an1.'];

    it.each([
      ['2,048 characters', 'x'.repeat(2048)],
      ['8,000 characters', 'x'.repeat(8000)],
      ['non-ASCII characters', 'žluť 漢字 🜂'],
    ])('are read from the store unchanged, with %s (J60)', async (_, access_token) => {
      const refresh = async () => ({ tokens: { access_token } });
      const refreshing = await start({}, { token: { refresh } });
      await refreshing.signIn();
      await endsIn(store(), -1);

      expect(await tokenOf(refreshing)).toBe(access_token);

      // No longer due, so this one is read from the store.
      expect(await tokenOf(refreshing)).toBe(access_token);
      expect(await beginnings()).toEqual(SEALED);
    });

    it('of another account count as absent, are reported once, and end no session (J61)', async () => {
      const before = app.app.logs.types.length;
      idp.claims = { sub: 'eve', email: 'eve@example.com' };
      await app.signIn();
      idp.claims = { sub: 'ada', email: 'ada@example.com' };
      const browser = await app.signIn();
      const eve = await store().getAccount('eve', 'idp');
      const { access_token, refresh_token } = eve ?? {};
      await changeRow(store(), { access_token, refresh_token });

      for (let nth = 0; nth < 3; nth += 1) {
        await expect(tokenOf(app)).rejects.toMatchObject({ reason: 'sealed' });
      }

      expect(lost).toHaveLength(1);
      expect(app.app.logs.types.slice(before)).toEqual(['ProviderTokenMissing']);
      expect(await browser.session()).not.toBeNull();
    });

    it('count as absent if their secret was removed, until the next sign-in (J61)', async () => {
      await app.signIn();
      const other = await start({ encryptionSecret: OTHER });

      await expect(tokenOf(other)).rejects.toMatchObject({ reason: 'sealed' });
      await other.signIn();

      expect(await tokenOf(other)).toMatch(/^at-/);
    });

    it('are removed at a sign-in if they cannot be opened and have no successor (J61)', async () => {
      await app.signIn();
      const other = await start({ encryptionSecret: OTHER });
      idp.refreshTokens = 'none';
      await other.signIn();

      const { refresh_token = null } = (await store().getAccount('ada', 'idp')) ?? {};
      expect(refresh_token).toBeNull();
      expect(await tokenOf(other)).toMatch(/^at-/);
      expect(lost).toEqual([]);
    });

    it('are sealed after a refresh, when an account is linked, and when stored late (J62)', async () => {
      let isDown = false;
      const adapter = new Proxy<Adapter>(store(), {
        get: (target, name) => {
          const member: unknown = Reflect.get(target, name);
          if (typeof member !== 'function') return member;
          return (...args: unknown[]): unknown => {
            if (isDown && name === 'advanceAccount') throw new Error('the store is down');
            return Reflect.apply(member, target, args);
          };
        },
      });
      const providers = ['idp', 'second'].map((id) => OIDC({ id, name: id, ...idp.client }));
      const unreliable = await start({ adapter, providers });
      const browser = await unreliable.signIn();
      await unreliable.signIn('second', browser);
      expect([await beginnings(), await beginnings('second')]).toEqual([SEALED, SEALED]);

      await endsIn(store(), -1);
      await tokenOf(unreliable);
      expect(await beginnings()).toEqual(SEALED);

      await endsIn(store(), -1);
      const { refresh_token: before } = await rowOf(store());
      idp.answer('token', (_, honest) => {
        isDown = true;
        return honest();
      });
      const late = await tokenOf(unreliable);
      expect((await rowOf(store())).refresh_token).toBe(before);
      isDown = false;
      expect(await tokenOf(unreliable)).toBe(late);
      expect((await rowOf(store())).refresh_token).not.toBe(before);
      expect(await beginnings()).toEqual(SEALED);
    });

    it('that were stored in plaintext are read, and sealed at the next write (J63)', async () => {
      await (await start({ providerTokens: 'store' })).signIn();
      const { access_token: plain = '' } = await rowOf(store());
      expect(plain).toMatch(/^at-/);
      const strict = await start({
        providerTokens: { keep: 'encrypt', acceptPlaintext: false },
      });

      await expect(tokenOf(strict)).rejects.toMatchObject({ reason: 'sealed' });
      expect(await tokenOf(app)).toBe(plain);
      await endsIn(store(), -1);
      await tokenOf(app);

      expect(await beginnings()).toEqual(SEALED);
      expect(await tokenOf(strict)).toMatch(/^at-/);
    });

    it('stay readable if `secret` is replaced, unless it sealed them (J65)', async () => {
      const secret = 'a-secret-that-was-replaced-by-another-one';
      await (await start({ secret })).signIn();
      expect(await tokenOf(app)).toMatch(/^at-/);

      const following = await start({ secret, encryptionSecret: undefined });
      await following.signIn();
      expect(await tokenOf(following)).toMatch(/^at-/);
      expect(following.app.logs.warnings).toContain('encryption-follows-secret');
      const alone = await start({ encryptionSecret: undefined });
      await expect(tokenOf(alone)).rejects.toMatchObject({ reason: 'sealed' });
    });
  });
});
