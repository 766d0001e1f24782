import { type Adapter, type AuthConfig, OIDC, type OIDCConfig } from '@authnest/core';
import { FakeOAuthServer } from '@authnest/testing';
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
    let apps: TokenApp[];
    let lost: unknown[];

    beforeAll(async () => {
      idp = await FakeOAuthServer.start();
    });
    afterAll(() => idp.close());
    beforeEach(async () => {
      idp.reset();
      idp.refreshTokens = 'rotating';
      opened = await open();
      apps = [];
      lost = [];
    });
    afterEach(async () => {
      for (const app of apps) await app.close();
      await opened.close();
    });

    const store = () => opened.store;

    async function start(
      config: Partial<AuthConfig> = {},
      provider: Partial<OIDCConfig> = {},
    ): Promise<TokenApp> {
      const all: Partial<AuthConfig> = {
        adapter: store(),
        providerTokens: 'encrypt',
        encryptionSecret: ONE,
        events: { loseTokens: (message) => lost.push(message) },
        ...config,
      };
      const app = await TokenApp.start(platform, idp, all, provider);
      apps.push(app);
      return app;
    }

    /** Returns the access token of Ada's only account at a provider. */
    async function tokenOf(app: TokenApp, provider = 'idp'): Promise<string> {
      const { userId } = await rowOf(store());
      return (await app.tokens.getAccessToken(userId, provider)).accessToken;
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
      const app = await start({}, { token: { refresh } });
      await app.signIn();
      await endsIn(store(), -1);

      expect(await tokenOf(app)).toBe(access_token);

      // No longer due, so this one is read from the store.
      expect(await tokenOf(app)).toBe(access_token);
      expect(await beginnings()).toEqual(SEALED);
    });

    it('of another account count as absent, are reported once, and end no session (J61)', async () => {
      const app = await start();
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
      expect(app.app.logs.types).toEqual(['ProviderTokenMissing']);
      expect(await browser.session()).not.toBeNull();
    });

    it('count as absent if their secret was removed, until the next sign-in (J61)', async () => {
      await (await start()).signIn();
      const app = await start({ encryptionSecret: OTHER });

      await expect(tokenOf(app)).rejects.toMatchObject({ reason: 'sealed' });
      await app.signIn();

      expect(await tokenOf(app)).toMatch(/^at-/);
    });

    it('are removed at a sign-in if they cannot be opened and have no successor (J61)', async () => {
      await (await start()).signIn();
      const app = await start({ encryptionSecret: OTHER });
      idp.refreshTokens = 'none';
      await app.signIn();

      const { refresh_token = null } = (await store().getAccount('ada', 'idp')) ?? {};
      expect(refresh_token).toBeNull();
      expect(await tokenOf(app)).toMatch(/^at-/);
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
      const app = await start({ adapter, providers });
      const browser = await app.signIn();
      await app.signIn('second', browser);
      expect([await beginnings(), await beginnings('second')]).toEqual([SEALED, SEALED]);

      await endsIn(store(), -1);
      await tokenOf(app);
      expect(await beginnings()).toEqual(SEALED);

      await endsIn(store(), -1);
      const { refresh_token: before } = await rowOf(store());
      idp.answer('token', (_, honest) => {
        isDown = true;
        return honest();
      });
      const late = await tokenOf(app);
      expect((await rowOf(store())).refresh_token).toBe(before);
      isDown = false;
      expect(await tokenOf(app)).toBe(late);
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
      const app = await start();

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
      expect(await tokenOf(await start())).toMatch(/^at-/);

      const app = await start({ secret, encryptionSecret: undefined });
      await app.signIn();
      expect(await tokenOf(app)).toMatch(/^at-/);
      expect(app.app.logs.warnings).toContain('encryption-follows-secret');
      const alone = await start({ encryptionSecret: undefined });
      await expect(tokenOf(alone)).rejects.toMatchObject({ reason: 'sealed' });
    });
  });
});
