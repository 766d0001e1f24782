import type { AuthConfig, SessionList } from '@authnest/core';
import { RedisSessionRegistry, withRedisSessions } from '@authnest/redis';
import { MemoryAdapter } from '@authnest/testing';
import { Redis } from 'ioredis';
import { OwnRedis } from '../support/own-redis.js';
import { redis as redisServer, TEST_REDIS_URL } from '../support/redis.js';
import { describeWith } from '../support/services.js';
import { MeController, SESSION } from '../support/signed-out.js';
import {
  type CheckedClient,
  credentials,
  JANE,
  platforms,
  SECRET,
  TestApp,
} from '../support/test-app.js';

const PREFIX = 'one-prefix:';
const OTHER_SECRET = 'canary-secret-other-5d2e8a7c41b94f0e9a63';

/** The two ways to have sessions in Redis. */
const KINDS: Readonly<Record<string, (redis: Redis, users: MemoryAdapter) => Partial<AuthConfig>>> =
  {
    'stored sessions': (redis, users) => ({
      adapter: withRedisSessions(users, redis, { prefix: PREFIX }),
      session: { strategy: 'database' },
    }),
    'a registry': (redis, users) => ({
      adapter: users,
      session: {
        strategy: 'jwt',
        revocation: new RedisSessionRegistry(redis, { prefix: PREFIX }),
      },
    }),
  };

describeWith(redisServer, 'applications with one Redis and one prefix', () => {
  const [platform = 'express'] = platforms();

  describe.each(Object.entries(KINDS))('with %s', (_kind, kept) => {
    let redis: Redis;
    let own: OwnRedis | undefined;
    const apps: TestApp[] = [];

    beforeEach(() => void (redis = new Redis(TEST_REDIS_URL)));
    afterEach(async () => {
      for (const app of apps.splice(0)) await app.close();
      const keys = await redis.keys(`${PREFIX}*`);
      if (keys.length > 0) await redis.del(...keys);
      redis.disconnect();
      await own?.remove();
      own = undefined;
    });

    async function start(secret: string | string[], users = new MemoryAdapter()): Promise<TestApp> {
      const config = { ...kept(redis, users), secret };
      const module = { controllers: [MeController] };
      const app = await TestApp.start({ platform, config, module });
      apps.push(app);
      return app;
    }
    async function signedIn(app: TestApp): Promise<CheckedClient> {
      const browser = app.client();
      await browser.signIn('credentials', JANE);
      return browser;
    }
    function sentTo(app: TestApp, browser: CheckedClient): CheckedClient {
      const other = app.client();
      for (const [name, value] of browser.cookies) other.cookies.set(name, value);
      return other;
    }
    const list = async (browser: CheckedClient) =>
      (await browser.get('/auth/sessions')).json<SessionList>().items;
    const endOthers = async (browser: CheckedClient) =>
      browser.post('/auth/sessions/revoke-others', {
        json: { csrfToken: await browser.csrfToken() },
      });

    it('refuses an application that has another secret, and changes nothing of the first (RQ4)', async () => {
      const first = await start(SECRET);
      const [laptop, phone] = [await signedIn(first), await signedIn(first)];
      const before = (await redis.keys(`${PREFIX}*`)).toSorted();
      const other = await start(OTHER_SECRET);

      const stranger = await signedIn(other);
      const brought = sentTo(other, laptop);
      const read = await brought.get('/me');
      await endOthers(brought);

      expect(stranger.cookies.has(SESSION)).toBe(false);
      expect(read.status).not.toBe(200);
      expect((await redis.keys(`${PREFIX}*`)).toSorted()).toEqual(before);
      expect((await phone.get('/me')).status).toBe(200);
      expect(await list(laptop)).toHaveLength(2);
      const logged = other.logs.lines.join('\n');
      expect(logged).toContain('pass a different `prefix`');
      expect(logged).toContain(`\`${PREFIX}owner:secrets\``);
    });

    it('keeps the sessions of one that replaces its secret step by step (RQ4)', async () => {
      const users = new MemoryAdapter();
      const browser = await signedIn(await start(SECRET, users));

      for (const secrets of [
        [SECRET, OTHER_SECRET],
        [OTHER_SECRET, SECRET],
      ]) {
        const next = sentTo(await start(secrets, users), browser);
        expect((await next.get('/me')).status).toBe(200);
      }
      const last = await signedIn(await start([OTHER_SECRET], users));

      expect((await last.get('/me')).status).toBe(200);
    });

    it('shares the sessions of those that have the same secret (RQ4)', async () => {
      const users = new MemoryAdapter();
      const [here, there] = [await start(SECRET, users), await start(SECRET, users)];

      const browser = await signedIn(here);
      await signedIn(there);

      expect(await list(browser)).toHaveLength(2);
    });

    it('refuses only the tenant that has another secret (RQ4)', async () => {
      const base = { ...kept(redis, new MemoryAdapter()), providers: [credentials()] };
      const tenants: Readonly<Record<string, AuthConfig>> = {
        first: { ...base, secret: SECRET, trustHost: true, tenant: 'first' },
        other: { ...base, secret: OTHER_SECRET, trustHost: true, tenant: 'other' },
      };
      const input = (request: unknown) => {
        const { headers } = request as { headers: Record<string, string | undefined> };
        return tenants[headers['x-tenant'] ?? ''] as AuthConfig;
      };
      const app = await TestApp.start({ platform, input });
      apps.push(app);
      const [first, other] = ['first', 'other'].map((tenant) => app.client({ 'x-tenant': tenant }));
      await first?.signIn('credentials', JANE);

      await other?.signIn('credentials', JANE);

      expect(await other?.session()).toBeNull();
      expect(await first?.session()).toMatchObject({ user: { name: 'jane' } });
    });

    it('belongs to the first one again if Redis is emptied meanwhile (RQ4)', async () => {
      const first = await start(SECRET);
      await signedIn(first);
      await redis.del(...(await redis.keys(`${PREFIX}*`)));

      const browser = await signedIn(first);
      const stranger = await signedIn(await start(OTHER_SECRET));

      expect(stranger.cookies.has(SESSION)).toBe(false);
      expect((await browser.get('/me')).status).toBe(200);
    });

    it('lets sessions be read while Redis refuses writes, and is marked afterwards (RQ4)', async () => {
      own = await OwnRedis.start();
      redis.disconnect();
      redis = new Redis(own.url);
      const users = new MemoryAdapter();
      const browser = await signedIn(await start(SECRET, users));
      await redis.del(`${PREFIX}owner:secrets`);
      await own.refuseWrites(true);

      const again = sentTo(await start(SECRET, users), browser);
      const refused = await again.get('/me');
      await own.refuseWrites(false);
      const accepted = await again.get('/me');

      expect([refused.status, accepted.status]).toEqual([200, 200]);
      expect(await redis.exists(`${PREFIX}owner:secrets`)).toBe(1);
    });

    it('lets the other one in once its owner is deleted (RQ4)', async () => {
      await signedIn(await start(SECRET));
      const other = await start(OTHER_SECRET);
      expect((await signedIn(other)).cookies.has(SESSION)).toBe(false);

      await redis.del(`${PREFIX}owner:secrets`);

      expect((await signedIn(other)).cookies.has(SESSION)).toBe(true);
    });
  });
});
