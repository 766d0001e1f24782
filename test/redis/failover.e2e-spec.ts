import type { SessionList } from '@authnest/core';
import { withRedisSessions } from '@authnest/redis';
import { MemoryAdapter } from '@authnest/testing';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { ClusterRedis } from '../support/redis-sentinels.js';
import { redisProgram } from '../support/own-redis.js';
import { PATIENCE } from '../support/patience.js';
import { describeWith } from '../support/services.js';
import { expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, JANE, OTTO, platforms, TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';

const START_MS = 60_000;
/** The pause between two reads of a session, which gives the sentinels processor time. */
const PAUSE_MS = 20;

describeWith(redisProgram, 'a failover by Sentinel', () => {
  describe.each(platforms())('on %s', (platform) => {
    let sentinels: ClusterRedis;
    let client: Redis;
    let app: TestApp;
    /** Gives up quickly. */
    let hurried: TestApp;

    beforeEach(async () => {
      sentinels = await ClusterRedis.start();
      client = sentinels.connect();
      const users = new MemoryAdapter();
      const start = (timeout: number) =>
        TestApp.start({
          platform,
          config: {
            adapter: withRedisSessions(users, client),
            session: { tokenAtRest: 'hashed' },
            limits: { store: client },
            timeout,
          },
          module: { controllers: [MeController] },
        });
      [app, hurried] = [await start(PATIENCE), await start(0.5)];
    }, START_MS);
    afterEach(async () => {
      for (const one of [app, hurried]) await one?.close();
      client?.removeAllListeners('end').disconnect();
      await sentinels?.remove();
    });

    async function signedIn(person: typeof JANE | typeof OTTO): Promise<CheckedClient> {
      const browser = app.client();
      await browser.signIn('credentials', person);
      expect(browser.cookies.has(SESSION)).toBe(true);
      return browser;
    }
    /** Whether a node is a replica; also false when the change closes the connection to it. */
    const isReplica = (port: number): Promise<boolean> =>
      sentinels.report(port, 'replication').then(
        (report) => report.includes('role:slave'),
        () => false,
      );
    const tokenOf = (browser: CheckedClient): string => browser.cookies.get(SESSION) ?? '';

    /** Reads the session until that succeeds. @returns the distinct statuses, in order */
    async function statusesUntilBack(browser: CheckedClient): Promise<number[]> {
      const statuses = new Set<number>();
      const cookie = `${SESSION}=${tokenOf(browser)}`;
      await until('a request is 200 again', async () => {
        statuses.add((await hurried.client().get('/me', { cookie })).status);
        return statuses.has(200);
      });
      return [...statuses];
    }

    it('causes 503 until a replica takes over, and loses nothing that was replicated (K44)', async () => {
      const before = await sentinels.primaryPort();
      const [jane, otto] = [await signedIn(JANE), await signedIn(OTTO)];
      const ended = [await signedIn(JANE), await signedIn(OTTO)].map(tokenOf);
      for (const browser of [jane, otto]) {
        const json = { csrfToken: await browser.csrfToken() };
        const response = await browser.post('/auth/sessions/revoke-others', { json });
        expect(response.json()).toEqual({ revoked: 1 });
      }
      await client.wait(2, 0); // until the replicas have it too

      await (await sentinels.primary()).end('SIGKILL');

      expect(await statusesUntilBack(jane)).toEqual([503, 200]);
      expect((await otto.get('/me')).status).toBe(200);
      for (const token of ended) await expectSignedOut(app, { [SESSION]: token });
      const fresh = await signedIn(JANE);
      expect((await fresh.get('/auth/sessions')).json<SessionList>().items).toHaveLength(2);
      expect(await sentinels.primaryPort()).not.toBe(before);
    });

    it('a primary that hung does not undo later sign-outs when it returns (K44)', async () => {
      const [jane, otto] = [await signedIn(JANE), await signedIn(OTTO)];
      const ended = { [SESSION]: tokenOf(otto) };
      await client.wait(2, 0); // until the replicas have it too

      const port = await sentinels.primaryPort();
      const hung = await sentinels.primary();
      hung.freeze();
      expect(await statusesUntilBack(jane)).toEqual([503, 200]);
      expect((await otto.signOut()).status).toBe(302);
      const fresh = await signedIn(OTTO);
      hung.thaw();

      // Until the sentinels have made it a replica, it still has Otto's session.
      while (!(await isReplica(port))) {
        await expectSignedOut(app, ended);
        await pause(PAUSE_MS);
      }
      await expectSignedOut(app, ended);
      for (const browser of [jane, fresh]) expect((await browser.get('/me')).status).toBe(200);
    });
  });
});
