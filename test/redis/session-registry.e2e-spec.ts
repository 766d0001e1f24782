import type { SessionRecord } from '@authnest/core';
import { RedisSessionRegistry } from '@authnest/redis';
import { Redis } from 'ioredis';
import { OwnRedis, redisProgram } from '../support/own-redis.js';
import { OwnCluster } from '../support/redis-cluster.js';
import { describeWith } from '../support/services.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const NOON = Date.now();
const at = (minutes: number): Date => new Date(NOON + minutes * 60_000);
const facts = { userId: 'jane', startedAt: at(0), issuedAt: at(0) };

const record = (patch: Partial<SessionRecord> = {}): SessionRecord => ({
  id: 'one',
  userId: 'jane',
  createdAt: at(0),
  expires: at(60),
  ...patch,
});

describeWith(redisProgram, 'sessions in Redis', () => {
  describe.each(['a server', 'a cluster'])('RedisSessionRegistry on %s', (kind) => {
    let client: Redis | OwnCluster['client'];
    let remove: () => Promise<void>;
    let registry: RedisSessionRegistry;
    let other: RedisSessionRegistry;

    beforeAll(async () => {
      if (kind === 'a cluster') {
        const cluster = await OwnCluster.start();
        client = cluster.client;
        remove = () => cluster.remove();
        return;
      }
      const server = await OwnRedis.start();
      const connected = new Redis(server.url);
      client = connected;
      remove = async () => {
        connected.disconnect();
        await server.remove();
      };
    });
    beforeEach(async () => {
      await client.flushall();
      registry = new RedisSessionRegistry(client);
      other = new RedisSessionRegistry(client);
    });
    afterAll(() => remove?.());

    it('ends a session on every instance, until its entry expires (K38)', async () => {
      await registry.revoke({ id: 'one', expires: at(60) });

      expect(await other.isRevoked('one', facts)).toBe(true);
      expect(await other.isRevoked('two', facts)).toBe(false);
      const time = await client.pexpiretime('authnest:ended:one');
      expect(time).toBe(at(60).getTime());
    });

    it('does not end its entry earlier if a session is ended once more (LT13)', async () => {
      await registry.revoke({ id: 'one', expires: at(60) });
      await other.revoke({ id: 'one', expires: at(30) });
      expect(await client.pexpiretime('authnest:ended:one')).toBe(at(60).getTime());

      await other.revoke({ id: 'one', expires: at(90) });
      expect(await client.pexpiretime('authnest:ended:one')).toBe(at(90).getTime());
    });

    it('reports to one caller that a session ended (AT4)', async () => {
      const ended = [registry, other, registry].map((one) =>
        one.revoke({ id: 'one', expires: at(60) }),
      );

      expect((await Promise.all(ended)).filter(Boolean)).toHaveLength(1);
    });

    it('ends all sessions of a user that started at a given time or earlier (K38)', async () => {
      await registry.revokeUser({ userId: 'jane', before: at(0), expires: at(60) });

      expect(await other.isRevoked('one', facts)).toEqual(at(0));
      expect(await other.isRevoked('one', { ...facts, startedAt: at(1) })).toBe(false);
      expect(await other.isRevoked('one', { ...facts, userId: 'joe' })).toBe(false);
    });

    it('stores a later end with each call, unless the session that asks is over (ID9)', async () => {
      const end = (ifEndedBefore?: Date) =>
        registry.revokeUser({ userId: 'jane', before: at(0), expires: at(60), ifEndedBefore });

      const ends = await Promise.all(Array.from({ length: 20 }, () => end()));

      expect(new Set(ends.map(Number)).size).toBe(20);
      expect(await end(at(0))).toBeNull();
      expect(await other.isRevoked('one', facts)).toEqual(new Date(at(0).getTime() + 19));
      expect(await end(at(1))).toEqual(new Date(at(0).getTime() + 20));
    });

    it('keeps the latest time at which all sessions of a user ended, and the latest expiry', async () => {
      await registry.revokeUser({ userId: 'jane', before: at(5), expires: at(90) });
      await registry.revokeUser({ userId: 'jane', before: at(1), expires: at(30) });

      expect(await other.isRevoked('one', { ...facts, startedAt: at(5) })).toBeTruthy();
      expect(await client.pexpiretime('authnest:user:jane')).toBe(at(90).getTime());
    });

    it('reports tokens that were issued before the user changed as stale (K41)', async () => {
      await registry.refreshUser({ userId: 'jane', before: at(0), expires: at(60) });

      expect(await other.isRevoked('one', facts)).toBe('stale');
      expect(await other.isRevoked('one', { ...facts, issuedAt: at(1) })).toBe(false);
    });

    it('lists the sessions of a user, with later changes', async () => {
      const device = { address: '192.0.2.0/24', userAgent: 'Firefox "1"\\ ✓', provider: 'github' };
      await registry.record(record({ ...device, lastUsedAt: null }));
      await registry.record(record({ userId: 'joe', id: 'three' }));
      await other.record(record({ lastUsedAt: at(5), expires: at(65), provider: undefined }));
      // Ends earlier, which must not shorten the life of the others.
      await registry.record(record({ id: 'two', createdAt: at(1) }));

      const listed = await other.list('jane');

      expect(new Map(listed.map((kept) => [kept.id, kept]))).toEqual(
        new Map([
          ['one', record({ ...device, lastUsedAt: at(5), expires: at(65) })],
          ['two', record({ id: 'two', createdAt: at(1) })],
        ]),
      );
      expect(await client.pexpiretime('authnest:sessions:jane')).toBe(at(65).getTime());
    });

    it('does not list sessions that have ended or expired, and deletes their entries', async () => {
      await registry.record(record({ id: 'ended' }));
      await registry.record(record({ id: 'of before', createdAt: at(-9) }));
      await registry.record(record({ id: 'over', expires: at(-1) }));
      await registry.record(record({ id: 'live', createdAt: at(1) }));
      await registry.revoke({ id: 'ended', expires: at(60) });
      await registry.revokeUser({ userId: 'jane', before: at(-5), expires: at(60) });

      expect((await other.list('jane')).map(({ id }) => id)).toEqual(['live']);
      expect(await client.hkeys('authnest:sessions:jane')).toEqual(['live']);
    });

    it('keeps a session ended even if a renewed copy is recorded later (K38)', async () => {
      await registry.revoke({ id: 'one', expires: at(60) });
      await registry.record(record({ lastUsedAt: at(1) }));

      expect(await other.isRevoked('one', facts)).toBe(true);
      expect(await other.list('jane')).toEqual([]);
    });

    it('marks what a provider has ended; the latest time applies until it expires (J30)', async () => {
      await registry.markEnded({ markers: ['a'], before: at(5), expires: at(60) });
      await registry.markEnded({ markers: ['a', 'b'], before: at(1), expires: at(90) });

      expect(await other.endedBefore(['a', 'b'])).toEqual(at(5));
      expect(await other.endedBefore(['b'])).toEqual(at(1));
      expect(await other.endedBefore(['c'])).toBeNull();
      expect(await client.pexpiretime('authnest:mark:a')).toBe(at(90).getTime());
    });

    it('shares no entries with a registry that has another prefix', async () => {
      const apart = new RedisSessionRegistry(client, { prefix: 'shop:' });
      await apart.revoke({ id: 'one', expires: at(60) });
      await apart.record(record());

      expect(await registry.isRevoked('one', facts)).toBe(false);
      expect(await registry.list('jane')).toEqual([]);
    });

    it('loses none of 200 concurrent changes', async () => {
      const ids = Array.from({ length: 200 }, (_, nth) => `session ${nth}`);

      const either = (nth: number) => (nth % 2 === 0 ? registry : other);
      await Promise.all(ids.map((id, nth) => either(nth).record(record({ id }))));

      expect((await registry.list('jane')).map(({ id }) => id).sort()).toEqual(ids.sort());
    });
  });

  it('the client repeats an end whose response was lost, and the session that asks goes on (LT15)', async () => {
    const server = await OwnRedis.start();
    const url = new URL(server.url);
    const proxy = await TcpProxy.before(url);
    const client = new Redis(proxy.urlOf(url));
    client.on('error', () => {});
    await client.ping();
    const registry = new RedisSessionRegistry(client);
    const end = { userId: 'jane', before: at(1), expires: at(60), ifEndedBefore: at(0) };

    const endingAll = registry.revokeUser(end);
    proxy.cutResponses();
    expect(await endingAll).toEqual(at(1));
    expect(await registry.revokeUser(end)).toBeNull();

    const ending = registry.revoke({ id: 'one', expires: at(60) });
    proxy.cutResponses();
    expect(await ending).toBe(true);
    expect(await registry.revoke({ id: 'one', expires: at(60) })).toBe(false);

    client.disconnect();
    await proxy.close();
    await server.remove();
  });
});
