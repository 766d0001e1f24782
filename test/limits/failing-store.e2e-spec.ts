import { jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { startClock, stopClock } from '../support/clock.js';
import { startLimited } from '../support/limited-app.js';
import { OwnRedis, redisProgram } from '../support/own-redis.js';
import { OwnCluster } from '../support/redis-cluster.js';
import { describeWith } from '../support/services.js';
import { credentials, JANE, platforms, type TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';

/** Problems of a server that prevent counting. */
const faults: readonly [
  name: string,
  (server: OwnRedis, isOn: boolean) => Promise<void>,
  RegExp,
][] = [
  ['is full', (server, isOn) => server.fill(isOn), /OOM|EXECABORT/],
  ['refuses writes', (server, isOn) => server.refuseWrites(isOn), /NOREPLICAS/],
];

describeWith(redisProgram, 'the store for limits', () => {
  describe.each(platforms())('on %s', (platform) => {
    let server: OwnRedis;
    let store: Redis;
    let app: TestApp;
    const clock = performance.now.bind(performance);

    beforeEach(async () => {
      server = await OwnRedis.start();
      store = new Redis(server.url);
      ({ app } = await startLimited(platform, { store, credentials: { sameNetwork: 2 } }));
      await store.ping();
    });
    afterEach(async () => {
      startClock();
      jest.restoreAllMocks();
      await app?.close();
      store?.disconnect();
      await server?.remove();
    });

    async function attempt(password = 'wrong'): Promise<number> {
      const browser = app.client({ 'x-test-address': '192.0.2.1' });
      return (await browser.signIn('credentials', { ...JANE, password })).status;
    }

    describe.each(faults)('a server that %s', (_name, fault, message) => {
      it('lets sign-ins continue, keeps the limits, and logs one line (F10)', async () => {
        await fault(server, true);
        stopClock();
        const statuses: number[] = [];
        for (let nth = 0; nth < 5; nth += 1) statuses.push(await attempt());

        expect(statuses).toEqual([302, 302, 302, 429, 429]);
        expect(app.logs.alarms).toEqual([
          expect.objectContaining({
            type: 'AuthError',
            message: expect.stringMatching(
              /^limits\.store failed; .* in its own memory$/,
            ) as unknown,
            cause: { err: expect.objectContaining({ message: expect.stringMatching(message) }) },
          }),
        ]);
        expect(app.logs.lines.join()).not.toMatch(/192\.0\.2|authnest:/);
        await fault(server, false);
      });

      it('counts again once it has recovered, and logs another line (F10)', async () => {
        await fault(server, true);
        await attempt();
        expect(await store.keys('authnest:attempts:*')).toEqual([]);
        await fault(server, false);

        await attempt();

        expect((await store.keys('authnest:attempts:*')).length).toBeGreaterThan(0);
        expect(app.logs.facts.map(([text]) => text)).toContain('limits.store responds again');
      });
    });

    it('a server that hangs is tried again after five seconds', async () => {
      server.freeze(true);
      await attempt();
      server.freeze(false);
      // The commands that were already sent run late.
      await until('the first attempt is counted', async () => (await countsIn(store)).length === 3);

      await attempt();
      expect(await countsIn(store)).toEqual(['1', '1', '1']);

      jest.spyOn(performance, 'now').mockImplementation(() => clock() + 5001);
      await attempt();
      expect(await countsIn(store)).toEqual(['2', '2', '2']);
    });

    it('does not subtract an attempt that the server could not count', async () => {
      let isBack = false;
      const authorize = async () => {
        await server.fill(false);
        isBack = true;
        return { id: 'jane', name: 'jane', email: 'jane@example.com' };
      };
      const { app: other } = await startLimited(
        platform,
        { store },
        { providers: [{ ...credentials(), authorize }] },
      );
      await server.fill(true);

      const browser = other.client({ 'x-test-address': '192.0.2.1' });
      await browser.signIn('credentials', JANE);

      expect(isBack).toBe(true);
      expect(await store.keys('authnest:attempts:*')).toEqual([]);
      await other.close();
    });

    it('still counts after the server has lost its scripts', async () => {
      stopClock();
      for (let nth = 0; nth < 3; nth += 1) await attempt();

      await store.script('FLUSH');

      expect(await attempt()).toBe(429);
      expect(app.logs.alarms).toEqual([]);
    });
  });

  describe('a cluster', () => {
    let cluster: OwnCluster;
    const apps: TestApp[] = [];

    beforeAll(async () => {
      cluster = await OwnCluster.start(3);
      await cluster.client.get('any'); // waits for the connection
      for (const platform of ['express', 'fastify'] as const) {
        apps.push((await startLimited(platform, { store: cluster.client })).app);
      }
    }, 60_000);
    afterAll(async () => {
      for (const app of apps) await app.close();
      await cluster?.remove();
    });

    it('counts the attempts at all instances together (H21)', async () => {
      for (const app of apps) {
        const browser = app.client({ 'x-test-address': '192.0.2.1' });
        await browser.signIn('credentials', { ...JANE, password: 'wrong' });
      }

      const nodes = cluster.client.nodes('master');
      const counts = await Promise.all(nodes.map((node) => countsIn(node)));
      expect(counts.flat()).toEqual(['2', '2', '2']);
      expect(apps.flatMap(({ logs }) => logs.alarms)).toEqual([]);
    });
  });
});

/** Returns the number of counted attempts for each key. */
async function countsIn(store: Redis): Promise<(string | null)[]> {
  const keys = await store.keys('authnest:attempts:*');
  return Promise.all(keys.map((key) => store.get(key)));
}
