import type { Adapter, SessionRecord } from '@authnest/core';
import { RedisSessionRegistry, withRedisSessions } from '@authnest/redis';
import { aSession, aUser, MemoryAdapter } from '@authnest/testing';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { OwnRedis, redisProgram } from '../support/own-redis.js';
import { describeWith } from '../support/services.js';
import { until } from '../support/until.js';

const NOW = Date.now();
const at = (minutes: number): Date => new Date(NOW + minutes * 60_000);
const facts = { userId: 'jane', startedAt: at(-1), issuedAt: at(-1) };

const record = (patch: Partial<SessionRecord> = {}): SessionRecord => ({
  id: 'one',
  userId: 'jane',
  createdAt: at(-1),
  expires: at(60),
  ...patch,
});

type Whole = MemoryAdapter & Adapter;

describeWith(redisProgram, 'replies of a Redis client', () => {
  let server: OwnRedis;
  let plain: Redis;
  const opened: Redis[] = [];

  /** Connects a client with options of the application. */
  function connect(options: object): Redis {
    const client = new Redis(server.url, options);
    opened.push(client);
    return client;
  }

  beforeAll(async () => {
    server = await OwnRedis.start();
    plain = connect({});
  });
  beforeEach(() => plain.flushall());
  afterAll(async () => {
    for (const client of opened) client.disconnect();
    await server?.remove();
  });

  describe.each([
    ['stringNumbers', { stringNumbers: true }],
    ['keyPrefix', { keyPrefix: 'shop:' }],
    ['enableAutoPipelining', { enableAutoPipelining: true }],
  ])('with %s', (_, options) => {
    it('end a session that was revoked, and list the live ones (DT5, RP7)', async () => {
      const registry = new RedisSessionRegistry(connect(options));
      await registry.record(record());
      await registry.record(record({ id: 'two' }));
      await registry.revoke({ id: 'one', expires: at(60) });

      expect(await registry.isRevoked('one', facts)).toBe(true);
      expect(await registry.isRevoked('two', facts)).toBe(false);
      expect((await registry.list('jane')).map(({ id }) => id)).toEqual(['two']);
      expect((await registry.list('jane')).map(({ id }) => id)).toEqual(['two']);
      await registry.revokeUser({ userId: 'jane', before: at(0), expires: at(60) });
      expect(await registry.isRevoked('two', facts)).toEqual(at(0));
    });

    it('let people sign in, stay signed in and sign out with stored sessions (DT5, RP7)', async () => {
      const users = new MemoryAdapter();
      const adapter = withRedisSessions(users, connect(options)) as Whole;
      const { id: userId } = await users.createUser(aUser());
      const session = await adapter.createSession(aSession({ userId }));

      expect(await adapter.getSessionAndUser(session.sessionToken)).toMatchObject({ session });
      await adapter.updateSession({ ...session, expires: at(90) });
      expect((await adapter.getSessionAndUser(session.sessionToken))?.session.expires).toEqual(
        at(90),
      );
      await adapter.deleteSession(session.sessionToken);
      expect(await adapter.getSessionAndUser(session.sessionToken)).toBeNull();
      expect(await adapter.spendOnce({ key: 'k', expires: at(5) })).toBe(true);
      expect(await adapter.spendOnce({ key: 'k', expires: at(5) })).toBe(false);
      const challenge = {
        id: 'c',
        purpose: 'reset',
        subject: null,
        data: 'sealed',
        attempts: 0,
        expires: at(5),
      };
      await adapter.createChallenge(challenge);
      const tried = { ...challenge, attempts: 1 };
      expect(await adapter.tryChallenge({ id: 'c', attempts: 1 })).toEqual(tried);
      expect(await adapter.tryChallenge({ id: 'c', attempts: 1 })).toBeNull();
      expect(await adapter.takeChallenge('c')).toEqual(tried);
    });
  });

  it.each([
    ['a word', () => Promise.resolve('OK')],
    ['nothing', () => Promise.resolve(undefined)],
    ['an array', () => Promise.resolve([1])],
    ['a fraction', () => Promise.resolve(0.5)],
  ])('never count as a live session if EXISTS returns %s (DT5)', async (_, exists) => {
    const client = connect({});
    const registry = new RedisSessionRegistry(client);
    await registry.record(record());
    Object.assign(client, { exists });

    await expect(registry.isRevoked('one', facts)).rejects.toThrow('expected an integer');
    await expect(registry.list('jane')).rejects.toThrow('expected an integer');
    expect(await new RedisSessionRegistry(plain).list('jane')).toHaveLength(1);
  });

  it.each([
    ['an array', () => Promise.resolve(['sessionToken', '"t"'])],
    ['nothing', () => Promise.resolve(null)],
  ])('never mean "signed out" if HGETALL returns %s (DT5)', async (_, hgetall) => {
    const users = new MemoryAdapter();
    const client = connect({});
    const adapter = withRedisSessions(users, client) as Whole;
    const { id: userId } = await users.createUser(aUser());
    const { sessionToken } = await adapter.createSession(aSession({ userId }));
    Object.assign(client, { hgetall });

    await expect(adapter.getSessionAndUser(sessionToken)).rejects.toThrow('expected a hash');
  });
});

describeWith(redisProgram, 'records of stateless sessions in Redis', () => {
  let server: OwnRedis;
  let client: Redis;
  let registry: RedisSessionRegistry;

  beforeAll(async () => {
    server = await OwnRedis.start();
    client = new Redis(server.url);
    registry = new RedisSessionRegistry(client);
  });
  afterAll(async () => {
    client?.disconnect();
    await server?.remove();
  });

  it('are removed by later sign-ins once they have expired, without a list (DT12)', async () => {
    const old = Object.fromEntries(
      Array.from({ length: 200 }, (_, nth) => [
        `old-${nth}`,
        JSON.stringify({ id: `old-${nth}`, userId: 'joe', expires: NOW - 2 * 86_400_000 }),
      ]),
    );
    await client.hset('authnest:sessions:joe', { ...old, odd: 'not JSON', text: '"text"' });

    for (let nth = 0; nth < 60; nth += 1)
      await registry.record(record({ id: `n${nth}`, userId: 'joe' }));

    expect(await client.hlen('authnest:sessions:joe')).toBeLessThan(122);
    expect(await registry.list('joe')).toHaveLength(60);
  });

  it('are listed beside some that cannot be read (DT28)', async () => {
    await registry.record(record({ userId: 'ann' }));
    const odd = ['not JSON', '"text"', 'null', '{"id":"two"}', '{"id":"two","createdAt":1}'];
    await client.hset('authnest:sessions:ann', Object.fromEntries(odd.entries()));

    expect((await registry.list('ann')).map(({ id }) => id)).toEqual(['one']);
  });

  it('can be listed if 130,000 of them have ended (DT12)', async () => {
    for (let from = 0; from < 130_000; from += 10_000) {
      const some = Array.from({ length: 10_000 }, (_, nth) => {
        const id = `old-${from + nth}`;
        return [id, JSON.stringify({ id, userId: 'may', createdAt: 1, expires: 2 })] as const;
      });
      await client.hset('authnest:sessions:may', Object.fromEntries(some));
    }
    await registry.record(record({ id: 'new', userId: 'may' }));

    expect((await registry.list('may')).map(({ id }) => id)).toEqual(['new']);
    expect(await client.hlen('authnest:sessions:may')).toBe(1);
  });
});

describeWith(redisProgram, 'a Redis that may evict what it holds', () => {
  it('is named in the log (DT25)', async () => {
    const server = await OwnRedis.start(
      '--maxmemory',
      '100mb',
      '--maxmemory-policy',
      'allkeys-lru',
    );
    const client = new Redis(server.url);
    const warnings: string[] = [];
    const warn = jest
      .spyOn(Logger.prototype, 'warn')
      .mockImplementation((line: unknown) => void warnings.push(String(line)));

    await new RedisSessionRegistry(client).record(record());
    await until('a warning', () => warnings.length > 0);

    expect(warnings[0]).toContain('maxmemory-policy allkeys-lru');
    warn.mockRestore();
    client.disconnect();
    await server.remove();
  });
});
