import { RedisSessionRegistry, withRedisSessions } from '@authnest/redis';
import { MemoryAdapter } from '@authnest/testing';
import { Redis } from 'ioredis';
import { OwnRedis, redisProgram } from '../support/own-redis.js';
import { OwnCluster } from '../support/redis-cluster.js';
import { describeWith } from '../support/services.js';
import { expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';

const ONE = { replicas: 1, replicasTimeout: 1.5 };
const TOO_FEW = /^Redis: 0 of 1 replicas confirmed the write$/;
const inAnHour = () => new Date(Date.now() + 3_600_000);

describeWith(redisProgram, 'writes that wait for a replica', () => {
  let primary: OwnRedis;
  let replica: OwnRedis;
  let client: Redis;

  beforeEach(async () => {
    primary = await OwnRedis.start('--repl-diskless-sync-delay', '0');
    const { host, port } = primary.address;
    replica = await OwnRedis.start('--replicaof', host, `${port}`);
    await until('the replica has caught up', async () =>
      (await replica.report('replication')).includes('master_link_status:up'),
    );
    client = new Redis(primary.url);
    client.on('error', () => {}); // or ioredis would print it
  }, 60_000);
  afterEach(async () => {
    client?.disconnect();
    for (const server of [replica, primary]) await server?.remove();
  });

  describe.each(platforms())('on %s', (platform) => {
    let app: TestApp;

    beforeEach(async () => {
      const adapter = withRedisSessions(new MemoryAdapter(), client, ONE);
      const module = { controllers: [MeController] };
      app = await TestApp.start({ platform, config: { adapter }, module });
    });
    afterEach(() => app?.close());

    it('report a sign-out only once the replica has it', async () => {
      const browser = app.client();
      await browser.signIn('credentials', JANE);
      const cookie = browser.cookies.get(SESSION) ?? '';
      const other = app.client();
      await other.signIn('credentials', JANE);
      const copy = new Redis(replica.url);
      expect(await copy.exists(`authnest:stored:${cookie}`)).toBe(1);

      expect((await browser.signOut()).status).toBe(302);

      expect(await copy.exists(`authnest:stored:${cookie}`)).toBe(0);
      await expectSignedOut(app, { [SESSION]: cookie });
      copy.disconnect();

      replica.freeze(true);
      const response = await other.signOut();
      replica.freeze(false);

      expect(response.status).toBe(503);
      expect(other.cookies.get(SESSION)).toBeTruthy();
      expect(app.logs.lines.join('\n')).toContain('0 of 1 replicas confirmed the write');
    });

    it('open no session that the replica does not have, while reads need no replica', async () => {
      const [jane, stranger] = [app.client(), app.client()];
      await jane.signIn('credentials', JANE);

      replica.freeze(true);
      await stranger.signIn('credentials', JANE);

      expect(stranger.cookies.has(SESSION)).toBe(false);
      expect((await jane.get('/me')).status).toBe(200);
      replica.freeze(false);
    });
  });

  it('fail in a registry and for one-time values if the replica hangs', async () => {
    const registry = new RedisSessionRegistry(client, ONE);
    const adapter = withRedisSessions(new MemoryAdapter(), client, ONE);
    const spent = { key: 'code', expires: inAnHour() };
    const ended = { userId: 'jane', before: new Date(), expires: inAnHour() };
    await registry.revoke({ id: 'one', expires: inAnHour() });
    await registry.revokeUser(ended);

    replica.freeze(true);

    const revoked = registry.revoke({ id: 'two', expires: inAnHour() });
    await expect(revoked).rejects.toThrow(TOO_FEW);
    await expect(registry.revokeUser(ended)).rejects.toThrow(TOO_FEW);
    await expect(adapter.spendOnce?.(spent)).rejects.toThrow(TOO_FEW);
    await expect(adapter.takeChallenge?.('one')).rejects.toThrow(TOO_FEW);
    replica.freeze(false);
  });

  it('wait for no replica by default', async () => {
    replica.freeze(true);

    await new RedisSessionRegistry(client).revoke({ id: 'one', expires: inAnHour() });
    replica.freeze(false);
  });

  describe('in a cluster', () => {
    let cluster: OwnCluster;
    let registry: RedisSessionRegistry;

    beforeEach(async () => {
      cluster = await OwnCluster.start(3); // without replicas
      registry = new RedisSessionRegistry(cluster.client, ONE);
    }, 60_000);
    afterEach(() => cluster?.remove());

    /** Expects that a write reaches the right node, whose missing replicas are then counted. */
    async function expectToBeCounted(): Promise<void> {
      const revoked = registry.revoke({ id: 'one', expires: inAnHour() });
      await expect(revoked).rejects.toThrow(TOO_FEW);
    }

    it('count the replicas of the node that has the key', expectToBeCounted);

    it('find a key that has moved to another node', async () => {
      await registry.isRevoked('one', { userId: 'x', startedAt: new Date(), issuedAt: new Date() });
      // What the client knows is out of date for every slot.
      const { slots } = cluster.client as unknown as { slots: [string][] };
      const nodes = [...new Set(slots.flat())];
      for (const known of slots) known[0] = nodes[(nodes.indexOf(known[0]) + 1) % 3] ?? '';

      await expectToBeCounted();
    });

    it('reach the node that a slot is being moved to', async () => {
      const key = 'authnest:ended:one';
      const target = await cluster.beginToMove(key);

      await expectToBeCounted();

      const slot = await cluster.slotOf(key);
      expect(await target.ask('CLUSTER', 'COUNTKEYSINSLOT', slot)).toBe(1);
    });

    it('fail and close the connection if that node hangs', async () => {
      const hasty = cluster.connect({ redisOptions: { connectTimeout: 1000 } });
      registry = new RedisSessionRegistry(hasty, ONE);
      await registry.isRevoked('one', { userId: 'x', startedAt: new Date(), issuedAt: new Date() });
      const target = await cluster.beginToMove('authnest:ended:one');

      target.freeze(true);

      const revoked = registry.revoke({ id: 'one', expires: inAnHour() });
      await expect(revoked).rejects.toThrow('timed out');
      target.freeze(false);
    });

    it('keep the prefix of the client there', async () => {
      const prefixed = cluster.connect({ keyPrefix: 'app:' });
      registry = new RedisSessionRegistry(prefixed, ONE);
      const target = await cluster.beginToMove('app:authnest:ended:one');

      await expectToBeCounted();

      const slot = await cluster.slotOf('app:authnest:ended:one');
      expect(await target.ask('CLUSTER', 'COUNTKEYSINSLOT', slot)).toBe(1);
    });
  });

  it.each([
    { replicas: -1 },
    { replicas: 0.5 },
    { replicas: 1, replicasTimeout: 0 },
    { replicas: 1, replicasTimeout: Infinity },
  ])('cannot be configured with %p', (options) => {
    expect(() => withRedisSessions(new MemoryAdapter(), client, options)).toThrow(TypeError);
    expect(() => new RedisSessionRegistry(client, options)).toThrow(TypeError);
  });
});
