import type { Adapter } from '@authnest/core';
import { withRedisChallenges } from '@authnest/redis';
import { MemoryAdapter } from '@authnest/testing';
import { Redis } from 'ioredis';
import { OwnRedis, redisProgram } from '../support/own-redis.js';
import { describeWith } from '../support/services.js';

type Whole = MemoryAdapter & Adapter;

describeWith(redisProgram, 'challenges of one subject in Redis, at once', () => {
  let server: OwnRedis;
  let client: Redis;

  beforeAll(async () => {
    server = await OwnRedis.start();
    client = new Redis(server.url);
  });
  afterAll(async () => {
    client?.disconnect();
    await server?.remove();
  });

  const [subject, purpose] = ['mail:one', 'reset'];
  const challenge = (id: string) => ({
    id,
    purpose,
    subject,
    data: 'sealed',
    attempts: 0,
    expires: new Date(Date.now() + 600_000),
  });

  /** Lets something happen right before the n-th script runs. */
  function interrupted(nth: number, meanwhile: () => Promise<unknown>): Redis {
    let count = 0;
    return new Proxy(client, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        if (name !== 'eval') return member.bind(target) as unknown;
        return async (...args: unknown[]): Promise<unknown> => {
          count += 1;
          if (count === nth) await meanwhile();
          return Reflect.apply(member, target, args) as unknown;
        };
      },
    });
  }

  it.each([1, 2, 3])(
    'one that is stored while others end, ends with the next (%s)',
    async (nth) => {
      await client.flushall();
      const adapter = withRedisChallenges(new MemoryAdapter(), client) as Whole;
      const slow = withRedisChallenges(
        new MemoryAdapter(),
        interrupted(nth, () => adapter.deleteChallenges({ subject, purpose })),
      ) as Whole;

      await slow.createChallenge(challenge('one'));
      await adapter.deleteChallenges({ subject, purpose });

      expect(await adapter.getChallenge('one')).toBeNull();
    },
  );
});
