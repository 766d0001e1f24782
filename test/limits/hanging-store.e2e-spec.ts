import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { Redis } from 'ioredis';
import { startClock, stopClock } from '../support/clock.js';
import { startLimited } from '../support/limited-app.js';
import { redis, TEST_REDIS_URL } from '../support/redis.js';
import { describeWith } from '../support/services.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { JANE, platforms, type TestApp } from '../support/test-app.js';

describeWith(redis, 'a Redis that has stopped responding', () => {
  describe.each(platforms())('on %s', (platform) => {
    let proxy: TcpProxy;
    let store: Redis;
    let app: TestApp;

    beforeEach(async () => {
      const url = new URL(TEST_REDIS_URL);
      proxy = await TcpProxy.before(url);
      store = new Redis(proxy.urlOf(url), { keyPrefix: `${randomUUID()}:` });
      ({ app } = await startLimited(platform, { store, credentials: { sameNetwork: 1 } }));
      await store.ping();
      proxy.hold();
    });
    afterEach(async () => {
      startClock();
      await app?.close();
      store?.disconnect();
      await proxy?.close();
    });

    it('lets sign-ins continue: the first waits a second, the next ones do not wait', async () => {
      const browser = app.client({ 'x-test-address': '192.0.2.1' });
      await browser.csrfToken();
      await browser.signIn('credentials', JANE);

      expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
      const { length } = asked(store);
      await app.client({ 'x-test-address': '192.0.2.1' }).signIn('credentials', JANE);
      expect(asked(store)).toHaveLength(length);
    });

    it('is logged once, without a name, key or address', async () => {
      await app.client({ 'x-test-address': '192.0.2.1' }).signIn('credentials', JANE);
      await app.client({ 'x-test-address': '192.0.2.1' }).signIn('credentials', JANE);

      expect(app.logs.errors).toMatchObject([
        { type: 'AuthError', cause: { err: { type: 'Timeout' } } },
      ]);
      const reported = app.logs.errors.map((error) =>
        inspect(error, { depth: 10, showHidden: true }),
      );
      expect(reported.join()).toContain('limits.store did not respond within 1 s');
      expect(reported.join()).not.toMatch(/jane|192\.0\.2|authnest:|redis:/i);
    });

    it('keeps the limits: attempts are counted in the memory of the process instead', async () => {
      stopClock();
      const statuses: number[] = [];
      for (let at = 0; at < 4; at++) {
        const browser = app.client({ 'x-test-address': '192.0.2.1' });
        const { status } = await browser.signIn('credentials', { ...JANE, password: 'wrong' });
        statuses.push(status);
      }

      expect(statuses).toEqual([302, 302, 429, 429]);
    });
  });
});

/** Returns the commands that have no response yet. */
function asked(store: Redis): unknown[] {
  return (store as unknown as { commandQueue: { toArray(): unknown[] } }).commandQueue.toArray();
}
