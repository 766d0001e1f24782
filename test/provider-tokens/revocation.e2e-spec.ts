import type { AuthConfig, OIDCConfig, ProviderTokensOptions } from '@authnest/core';
import { type FakeOutcome, FakeOAuthServer } from '@authnest/testing';
import { currentAdapter } from '../support/current-adapter.js';
import { describeStores, type OpenStore } from '../support/describe-stores.js';
import { MapRegistry } from '../support/map-registry.js';
import { PATIENCE, runOut } from '../support/patience.js';
import { platforms } from '../support/test-app.js';
import { changeRow, endsIn, rowOf, TokenApp } from '../support/token-app.js';

const UNSUPPORTED = { error: 'unsupported_token_type' };

await describeStores((open) => {
  describe.each(platforms())('revocation of provider tokens on %s', (platform) => {
    let idp: FakeOAuthServer;
    let opened: OpenStore;
    /** Serves all tests that need no configuration of their own, and keep no log of it. */
    let shared: TokenApp;
    let app: TokenApp;
    let userId: string;

    beforeAll(async () => {
      idp = await FakeOAuthServer.start();
      opened = await open();
      const adapter = currentAdapter(store);
      shared = await TokenApp.start(platform, idp, { adapter, timeout: PATIENCE });
      await opened.close();
    });
    afterAll(async () => {
      await shared.close();
      await idp.close();
    });
    beforeEach(async () => {
      idp.reset();
      idp.refreshTokens = 'rotating';
      opened = await open();
    });
    afterEach(async () => {
      if (app !== shared) await app.close();
      await opened.close();
    });

    const store = () => opened.store;

    async function start(config?: Partial<AuthConfig>, provider: Partial<OIDCConfig> = {}) {
      const all = { adapter: store(), ...config };
      app = config ? await TokenApp.start(platform, idp, all, provider) : shared;
      await app.signIn();
      userId = (await rowOf(store())).userId;
      idp.requests.length = 0;
      return app.tokens;
    }

    it('revokes the refresh token, after removing the tokens from the store (J17)', async () => {
      const tokens = await start();
      const { refresh_token } = await rowOf(store());

      expect(await tokens.revoke(userId, 'idp')).toEqual({ revoked: true });

      const [{ form } = { form: new URLSearchParams() }] = idp.requestsTo('revocation');
      expect(form.get('token')).toBe(refresh_token);
      expect(form.get('token_type_hint')).toBe('refresh_token');
      const row = await rowOf(store());
      expect([row.access_token ?? null, row.refresh_token ?? null]).toEqual([null, null]);
      await expect(tokens.getAccessToken(userId, 'idp')).rejects.toMatchObject({
        reason: 'not-stored',
      });
    });

    const FAULTS: readonly (readonly [string, FakeOutcome | (() => FakeOutcome), number])[] = [
      ['responds once with Retry-After', { status: 503, headers: { 'retry-after': '1' } }, 2],
      ['is down', { status: 503 }, 1],
      ['does not respond', silence, 1],
      ['does not revoke refresh tokens', { status: 400, json: UNSUPPORTED }, 2],
    ];

    it.each(FAULTS)(
      'removes the tokens, and then the user, when the provider %s (J17)',
      async (_, response, asked) => {
        const tokens = await start();
        const alarms = app.app.logs.alarms.length;
        let left = asked === 2 ? 1 : Infinity;
        idp.answer('revocation', (__, honest) => {
          if ((left -= 1) < 0) return honest();
          return typeof response === 'function' ? response() : response;
        });

        const { revoked } = await tokens.revoke(userId, 'idp');

        expect(revoked).toBe(asked === 2);
        expect(idp.requestsTo('revocation')).toHaveLength(asked);
        expect((await rowOf(store())).refresh_token ?? null).toBeNull();
        expect(app.app.logs.alarms).toHaveLength(alarms + (revoked ? 0 : 1));
        await store().deleteUser(userId);
        expect(await store().getAccount('ada', 'idp')).toBeNull();
      },
    );

    it('revokes during a refresh what the refresh returns, and nobody gets it (J17)', async () => {
      let isReported = false;
      const tokens = await start({ events: { refreshTokens: () => void (isReported = true) } });
      await endsIn(store(), -1);
      let successor: unknown;
      idp.answer('token', async (_, honest) => {
        const response = await honest();
        successor = (response.json as Record<string, unknown>)['refresh_token'];
        await tokens.revoke(userId, 'idp');
        return response;
      });

      const refreshed = tokens.getAccessToken(userId, 'idp');

      await expect(refreshed).rejects.toMatchObject({ reason: 'not-stored' });
      const row = await rowOf(store());
      expect([row.access_token ?? null, row.refresh_token ?? null]).toEqual([null, null]);
      const revoked = idp.requestsTo('revocation').map(({ form }) => form.get('token'));
      expect(revoked).toHaveLength(2);
      expect(revoked).toContain(successor);
      expect(isReported).toBe(false);
    });

    it('ends the wait of a caller for the refresh of another instance (J17)', async () => {
      const tokens = await start();
      await endsIn(store(), -1);
      await changeRow(store(), { refreshStartedAt: new Date() });

      const waiting = tokens.getAccessToken(userId, 'idp');
      const [outcome] = await Promise.allSettled([waiting, tokens.revoke(userId, 'idp')]);

      expect(outcome).toMatchObject({ status: 'rejected', reason: { reason: 'not-stored' } });
      expect(idp.requestsTo('token')).toEqual([]);
    });

    it('ends a refresh that the provider therefore refuses, without a mark (J17)', async () => {
      const tokens = await start();
      await endsIn(store(), -1);
      idp.answer('token', async () => {
        await tokens.revoke(userId, 'idp');
        return { status: 400, json: { error: 'invalid_grant' } };
      });

      const refreshed = tokens.getAccessToken(userId, 'idp');

      await expect(refreshed).rejects.toMatchObject({ reason: 'not-stored' });
      expect(idp.requestsTo('token')).toHaveLength(1);
      expect(await tokens.list(userId, {})).toMatchObject([{ state: 'none' }]);
    });

    it('revokes nothing at a sign-out with a stateless session that has already ended (J18)', async () => {
      const revocation = new MapRegistry();
      await start({
        providerTokens: { revokeAt: 'signOut' },
        session: { strategy: 'jwt', revocation },
      });
      const thief = await app.signIn();
      idp.requests.length = 0;
      const [before, expires] = [new Date(Date.now() + 1000), new Date(Date.now() + 3_600_000)];
      revocation.revokeUser({ userId, before, expires });

      await thief.signOut();

      expect(idp.requestsTo('revocation')).toEqual([]);
      expect((await rowOf(store())).refresh_token).toMatch(/./);
    });

    it('sends no token to a discovered endpoint without TLS on another host (A58)', async () => {
      idp.metadata = { revocation_endpoint: 'http://192.0.2.1/revoke' };
      const asked: string[] = [];
      const recording: typeof fetch = (input, init) => {
        const { hostname } = new URL(input instanceof Request ? input.url : input);
        asked.push(hostname);
        return hostname === '192.0.2.1' ? Promise.resolve(new Response()) : fetch(input, init);
      };
      const tokens = await start({}, { fetch: recording });

      expect(await tokens.revoke(userId, 'idp')).toEqual({ revoked: false });

      expect(asked.length).toBeGreaterThan(0);
      expect(asked).not.toContain('192.0.2.1');
    });

    it.each<[string, () => void, string]>([
      [
        'has no revocation endpoint',
        () => (idp.metadata = { revocation_endpoint: undefined }),
        'no revocation endpoint',
      ],
      [
        'supports no token type',
        () => idp.answer('revocation', () => ({ status: 400, json: UNSUPPORTED })),
        'no tokens of the types that are stored',
      ],
    ])('warns that nothing was revoked if the provider %s (J17)', async (_, set, reason) => {
      set();
      const tokens = await start({});

      expect(await tokens.revoke(userId, 'idp')).toEqual({ revoked: false });

      expect((await rowOf(store())).refresh_token ?? null).toBeNull();
      const { alarms, lines } = app.app.logs;
      expect(alarms).toEqual([]);
      expect(lines.join('\n')).toContain(reason);
      expect(lines.join('\n')).toContain('idp: tokens could not be revoked');
    });

    it('logs nothing about the revocation of an account without tokens (J17)', async () => {
      const tokens = await start({});
      await tokens.revoke(userId, 'idp');

      expect(await tokens.revoke(userId, 'idp')).toEqual({ revoked: false });

      expect(app.app.logs.lines.join('\n')).not.toContain('could not be revoked');
    });

    it.each<[NonNullable<ProviderTokensOptions['revokeAt']>, number]>([
      ['signOut', 1],
      ['never', 0],
    ])('at sign-out, revokeAt: %s revokes %i refresh tokens (J17)', async (revokeAt, times) => {
      await start({ providerTokens: { revokeAt } });
      const browser = await app.signIn();
      idp.requests.length = 0;

      await browser.signOut();

      expect(await browser.session()).toBeNull();
      expect(idp.requestsTo('revocation')).toHaveLength(times);
      expect(((await rowOf(store())).refresh_token ?? null) === null).toBe(times === 1);
    });

    it('signs out even when the provider does not respond to the revocation (J17)', async () => {
      await start({ providerTokens: { revokeAt: 'signOut' }, timeout: PATIENCE });
      const browser = await app.signIn();
      idp.answer('revocation', silence);

      await browser.signOut();

      expect(await browser.session()).toBeNull();
      expect((await rowOf(store())).refresh_token ?? null).toBeNull();
      expect(app.app.logs.alarms).toHaveLength(1);
    });
  });
});

/** Makes the request time out at once. */
function silence(): FakeOutcome {
  runOut();
  return 'silence';
}
