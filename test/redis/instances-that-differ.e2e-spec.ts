import { jest } from '@jest/globals';
import type { Adapter } from '@authnest/core';
import { withRedisSessions } from '@authnest/redis';
import { MemoryAdapter } from '@authnest/testing';
import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { startClock, stopClock } from '../support/clock.js';
import { redis as redisServer, TEST_REDIS_URL } from '../support/redis.js';
import { describeWith } from '../support/services.js';
import { MeController, SESSION } from '../support/signed-out.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';

describeWith(redisServer, 'instances that share a Redis', () => {
  describe.each(platforms())('on %s', (platform) => {
    const prefix = `differ-${platform}:`;
    const apps: TestApp[] = [];
    let redis: Redis;
    let said: string[];

    beforeEach(() => {
      redis = new Redis(TEST_REDIS_URL);
      said = [];
      jest.spyOn(Logger.prototype, 'warn').mockImplementation((line: unknown) => {
        said.push(String(line));
      });
    });
    afterEach(async () => {
      startClock();
      jest.restoreAllMocks();
      for (const app of apps.splice(0)) await app.close();
      const keys = await redis.keys(`${prefix}*`);
      if (keys.length > 0) await redis.del(...keys);
      redis.disconnect();
    });

    async function start(adapter: Adapter): Promise<TestApp> {
      const config = { adapter, session: { strategy: 'database' } } as const;
      const module = { controllers: [MeController] };
      const app = await TestApp.start({ platform, config, module });
      apps.push(app);
      return app;
    }

    async function tokenOf(app: TestApp): Promise<string> {
      const browser = app.client();
      await browser.signIn('credentials', JANE);
      return browser.cookies.get(SESSION) ?? '';
    }

    const ask = async (app: TestApp, token: string) =>
      (await app.client().get('/me', { cookie: `${SESSION}=${token}` })).status;

    it('log once that another instance lacks Redis, when they see one of its sessions (D25)', async () => {
      const users = new MemoryAdapter();
      const without = await start(users);
      const before = await tokenOf(without);
      const clock = jest.spyOn(performance, 'now');
      clock.mockReturnValue(0);
      const withIt = await start(withRedisSessions(users, redis, { prefix }));
      const own = await tokenOf(withIt);

      expect(await ask(withIt, own)).toBe(200);
      expect(await ask(withIt, before)).toBe(401);
      clock.mockReturnValue(2000);
      expect(await ask(withIt, 'f'.repeat(64))).toBe(401);
      expect(said).toEqual([]);

      for (const seconds of [4, 6, 8]) {
        clock.mockReturnValue(seconds * 1000);
        expect(await ask(withIt, await tokenOf(without))).toBe(401);
      }
      expect(said).toEqual([expect.stringContaining('stores sessions in the user database')]);
    });

    it('look up at most one unknown token a second in the user database (D25)', async () => {
      const users = new MemoryAdapter();
      const looked = jest.spyOn(users, 'getSessionAndUser');
      const app = await start(withRedisSessions(users, redis, { prefix }));
      jest.spyOn(performance, 'now').mockReturnValue(5000);

      for (let time = 0; time < 20; time += 1) await ask(app, `${time}`.padEnd(64, 'f'));

      expect(looked).toHaveBeenCalledTimes(1);
    });

    it('delay no request if a look-up never settles, and start no second look-up (D25)', async () => {
      const users = new MemoryAdapter();
      jest.spyOn(users, 'getSessionAndUser').mockReturnValue(new Promise(() => {}));
      const app = await start(withRedisSessions(users, redis, { prefix }));

      const clock = jest.spyOn(performance, 'now');

      for (const seconds of [2, 4, 6]) {
        clock.mockReturnValue(seconds * 1000);
        expect(await ask(app, 'f'.repeat(64))).toBe(401);
      }
      expect(users.getSessionAndUser).toHaveBeenCalledTimes(1);
    });

    it('fail no request if a look-up fails or finds a row with invalid times (D25)', async () => {
      const users = new MemoryAdapter();
      const looked = jest.spyOn(users, 'getSessionAndUser');
      const unhandled = jest.fn();
      process.on('unhandledRejection', unhandled);
      const app = await start(withRedisSessions(users, redis, { prefix }));
      const clock = jest.spyOn(performance, 'now');
      const odd = { session: { createdAt: '2026-03-10' }, user: {} } as unknown;

      looked.mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce(odd as null);
      for (const seconds of [2, 4]) {
        clock.mockReturnValue(seconds * 1000);
        expect(await ask(app, 'f'.repeat(64))).toBe(401);
        await new Promise(setImmediate);
      }

      expect(looked).toHaveBeenCalledTimes(2);
      expect(unhandled).not.toHaveBeenCalled();
      process.off('unhandledRejection', unhandled);
    });

    it.each([
      ['no difference', 0, []],
      ['half a minute', 30, []],
      ['five minutes behind', -300, [expect.stringMatching(/\d seconds behind that of Redis/)]],
      ['five minutes ahead', 300, [expect.stringMatching(/\d seconds ahead of that of Redis/)]],
    ])('log only a clock that is minutes off: %s (D25)', async (_what, seconds, expected) => {
      const [now] = await redis.time();
      stopClock((Number(now) + seconds) * 1000);
      const time = jest.spyOn(redis, 'time');
      const app = await start(withRedisSessions(new MemoryAdapter(), redis, { prefix }));

      await tokenOf(app);
      await tokenOf(app);

      await until('the clock was read', () => time.mock.results.length > 0);
      await time.mock.results[0]?.value;
      await new Promise(setImmediate);
      expect(time).toHaveBeenCalledTimes(1);
      expect(said).toEqual(expected);
    });
  });
});
