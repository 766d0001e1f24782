import type { SessionList } from '@authnest/core';
import { RedisSessionRegistry } from '@authnest/redis';
import { Redis } from 'ioredis';
import { OwnRedis, redisProgram } from '../support/own-redis.js';
import { PATIENCE } from '../support/patience.js';
import { describeWith } from '../support/services.js';
import { expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, JANE, platforms, TestApp } from '../support/test-app.js';

describeWith(redisProgram, 'sessions in Redis', () => {
  describe.each(platforms())('two instances with one Redis, on %s', (platform) => {
    let server: OwnRedis;
    const clients: Redis[] = [];
    const instances: TestApp[] = [];

    async function start(timeout = PATIENCE): Promise<TestApp> {
      const redis = new Redis(server.url, { maxRetriesPerRequest: 0 });
      redis.on('error', () => {}); // the application logs it
      clients.push(redis);
      const revocation = new RedisSessionRegistry(redis);
      const app = await TestApp.start({
        platform,
        module: { controllers: [MeController] },
        config: { timeout, session: { strategy: 'jwt', revocation } },
      });
      instances.push(app);
      return app;
    }

    async function signedIn(app: TestApp): Promise<CheckedClient> {
      const browser = app.client();
      await browser.signIn('credentials', JANE);
      expect(browser.cookies.has(SESSION)).toBe(true);
      return browser;
    }

    const tokenOf = (browser: CheckedClient): string => browser.cookies.get(SESSION) ?? '';

    beforeEach(async () => {
      server = await OwnRedis.start();
      for (let nth = 0; nth < 2; nth += 1) await start();
    });
    afterEach(async () => {
      for (const instance of instances.splice(0)) await instance.close();
      for (const client of clients.splice(0)) client.disconnect();
      await server?.remove();
    });

    it('a session ended at one instance is refused by the other at its next request (K38)', async () => {
      const [here, there] = instances as [TestApp, TestApp];
      const [laptop, phone] = [await signedIn(here), await signedIn(there)];
      const listed = (await laptop.get('/auth/sessions')).json<SessionList>().items;
      expect(listed.filter(({ current }) => current)).toHaveLength(1);
      expect(listed).toHaveLength(2);

      const json = { csrfToken: await laptop.csrfToken() };
      const ended = await laptop.post('/auth/sessions/revoke-others', { json });
      expect(ended.json()).toEqual({ revoked: 1 });

      await expectSignedOut(there, { [SESSION]: tokenOf(phone) }, 'kept');
      expect((await laptop.get('/me')).status).toBe(200);
    });

    it('a Redis that hangs causes 503, signs nobody out and lets nobody sign in (K44)', async () => {
      const [app] = instances as [TestApp, TestApp];
      const browser = await signedIn(app);
      const hurried = await start(0.5);
      const [waiting, other] = [hurried.client(), hurried.client()];
      for (const [name, value] of browser.cookies) waiting.cookies.set(name, value);
      const json = { csrfToken: await waiting.csrfToken() };

      server.freeze(true);

      expect((await waiting.get('/me')).status).toBe(503);
      const ended = await waiting.post('/auth/sessions/revoke-all', { json });
      expect([ended.status, ended.json()]).toEqual([
        503,
        { error: 'SignOutError', errorCode: 'STORE_UNAVAILABLE' },
      ]);
      await other.signIn('credentials', JANE);
      expect(other.cookies.has(SESSION)).toBe(false);
      expect(tokenOf(waiting)).toBe(tokenOf(browser));

      server.freeze(false);
      expect((await browser.get('/me')).status).toBe(200);
    });

    /** Functions that make Redis refuse writes, or accept them again. */
    const faults: Readonly<Record<string, (isFaulty: boolean) => Promise<unknown>>> = {
      'lacks its replicas': (isFaulty) => server.refuseWrites(isFaulty),
      'is full': async (isFaulty) => clients[0]?.config('SET', 'maxmemory', isFaulty ? 1 : 0),
    };

    it.each(Object.keys(faults))(
      'while Redis %s, sessions are read but not ended or opened, and ended ones refused (K44 Q9)',
      async (name) => {
        const [app] = instances as [TestApp, TestApp];
        const [browser, ended, late] = [await signedIn(app), await signedIn(app), app.client()];
        const endedToken = tokenOf(ended);
        expect((await ended.signOut()).status).toBe(302);
        await late.csrfToken();
        const json = { csrfToken: await browser.csrfToken() };

        await faults[name]?.(true);

        expect((await browser.get('/me')).status).toBe(200);
        await expectSignedOut(app, { [SESSION]: endedToken }, 'kept');
        expect((await browser.signOut()).status).toBe(503);
        expect((await browser.post('/auth/sessions/revoke-all', { json })).status).toBe(503);
        await late.signIn('credentials', JANE);
        expect(tokenOf(late)).toBe('');
        expect((await browser.get('/me')).status).toBe(200);
        await faults[name]?.(false);
        const token = tokenOf(browser);
        expect((await browser.post('/auth/sessions/revoke-all', { json })).status).toBe(200);
        await expectSignedOut(app, { [SESSION]: token }, 'kept');
      },
    );
  });
});
