import type { AdapterUser } from '@authnest/core';
import { aUser } from '@authnest/testing';
import { authEntities, StoreError, TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import { authWrites } from '../support/auth-writes.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  optionsAt,
  type TestDatabase,
  withPool,
} from '../support/databases.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const servers = (await databaseServers()).filter(({ name }) => name !== 'SQLite');
const POOL = 4;
const TIMEOUT_MS = 400;
/** Enough to open connections on a loaded machine; a pool that stays silent still fails. */
const PATIENT_MS = 10_000;

describeDatabases(servers, (server) => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;
  let patient: TypeOrmAdapter;
  let user: AdapterUser;

  beforeAll(async () => {
    database = await server.create();
    const target = new URL(database.url);
    proxy = await TcpProxy.before(target);
    const options = withPool(optionsAt(proxy.urlOf(target)), POOL);
    dataSource = await openMigrated({ ...options, logging: false } as typeof options);
  });
  beforeEach(async () => {
    adapter = new TypeOrmAdapter(dataSource);
    adapter.limitTime(TIMEOUT_MS);
    patient = new TypeOrmAdapter(dataSource);
    patient.limitTime(PATIENT_MS);
    user = await patient.createUser(aUser());
    await fillPool();
  });
  afterAll(async () => {
    await dataSource?.destroy();
    await proxy?.close();
    await database?.drop();
  });

  /** Reads on a separate connection; look-ups of sessions, and of users by id, would share one. */
  const read = () => adapter.getUserByEmail(user.email);
  const isWhole = async (): Promise<boolean> => {
    const reading = Array.from({ length: 2 * POOL }, () => patient.getUserByEmail(user.email));
    const found = await Promise.allSettled(reading);
    if (found.every((end) => end.status === 'fulfilled' && end.value?.id === user.id)) return true;
    proxy.reset(); // so that later tests have working connections
    return false;
  };

  /** Opens every connection of the pool. */
  async function fillPool(): Promise<void> {
    const runners = Array.from({ length: POOL }, () => dataSource.createQueryRunner());
    await Promise.all(runners.map((runner) => runner.connect()));
    for (const runner of runners) await runner.release();
  }

  it('a pool of silent connections recovers after one time-out (Q2)', async () => {
    proxy.silence();
    const ended = await Promise.allSettled(Array.from({ length: 3 * POOL }, read));

    const errors = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    for (const error of errors) expect(error).toBeInstanceOf(StoreError);
    expect(errors.length).toBeGreaterThanOrEqual(POOL);
    expect(await isWhole()).toBe(true);
  });

  it('a pool of silent connections recovers after one time-out of shared look-ups (Q2)', async () => {
    proxy.silence();
    const reading: Promise<unknown>[] = [];
    for (let turn = 0; turn < 3 * POOL; turn += 1) {
      reading.push(adapter.getUser(user.id), adapter.getUser(user.id));
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    }
    const ended = await Promise.allSettled(reading);

    expect(ended.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(POOL);
    expect(await isWhole()).toBe(true);
  });

  it.each(Object.keys(authWrites))(
    '%s on a silent connection fails in time and discards the connection (Q2)',
    async (name) => {
      const write = await authWrites[name]?.(patient, user);
      await fillPool();
      proxy.silence();

      const running = Array.from({ length: POOL }, async () => write?.run(adapter));
      const [end] = await Promise.allSettled(running);

      expect(end?.status === 'rejected' && end.reason).toMatchObject({ code: 'TIMEOUT' });
      expect(await isWhole()).toBe(true);
    },
  );

  it('calls that time out waiting for a connection leave the pool intact (Q2)', async () => {
    const runners = Array.from({ length: POOL }, () => dataSource.createQueryRunner());
    await Promise.all(runners.map((runner) => runner.connect()));

    const waiting = await Promise.allSettled(Array.from({ length: 2 * POOL }, read));
    for (const runner of runners) await runner.release();

    for (const end of waiting) {
      expect(end.status === 'rejected' && end.reason).toMatchObject({ code: 'TIMEOUT' });
    }
    expect(await isWhole()).toBe(true);
    await fillPool();
  });

  it('slow connections that reply in time are kept (Q2)', async () => {
    proxy.slow(TIMEOUT_MS / 8);

    expect(await isWhole()).toBe(true);

    proxy.reset();
    await Promise.allSettled(Array.from({ length: POOL }, read));
  });

  it.each(['slow', 'cutResponses', 'reset'] as const)(
    'connections broken by the network fault `%s` are replaced (Q2)',
    async (fault) => {
      proxy[fault](2 * TIMEOUT_MS);
      const broken = await Promise.allSettled(Array.from({ length: POOL }, read));

      for (const end of broken) {
        if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(StoreError);
      }
      expect(await isWhole()).toBe(true);
    },
  );

  it('a write that waits for a lock fails in time (Q2)', async () => {
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.manager.update(authEntities().user, { id: user.id }, { name: 'locked' });

    const waiting = adapter.updateUser({ id: user.id, name: 'late' });

    await expect(waiting).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect((await patient.getUser(user.id))?.name).toBe(user.name);
    await runner.rollbackTransaction();
    await runner.release();
    await fillPool();
  });
});
