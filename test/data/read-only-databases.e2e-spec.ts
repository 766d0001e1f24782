import type { EventEmitter } from 'node:events';
import { aSession, aUser } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
  withPool,
} from '../support/databases.js';
import { MeController, SESSION } from '../support/signed-out.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

/** The statements that make every write on a connection fail, and that undo this. */
const switches: Readonly<Record<string, readonly [readOnly: string, writable: string]>> = {
  SQLite: ['PRAGMA query_only = ON', 'PRAGMA query_only = OFF'],
  PostgreSQL: ['SET default_transaction_read_only = on', 'SET default_transaction_read_only = off'],
  MariaDB: ['SET SESSION TRANSACTION READ ONLY', 'SET SESSION TRANSACTION READ WRITE'],
};
const HOUR_MS = 3_600_000;

describeDatabases(await databaseServers(), (server) => {
  const [readOnly = '', writable = ''] = switches[server.name] ?? [];

  describe.each(platforms())('a read-only database, on %s', (platform) => {
    let database: TestDatabase;
    let dataSource: DataSource;
    let adapter: TypeOrmAdapter;
    let app: TestApp;

    beforeAll(async () => {
      database = await server.create();
      // The pool has one connection, so that every request uses the one that is made read-only.
      const options = withPool(database.options, 1);
      const waits = server.name === 'SQLite' ? { timeout: 50 } : {};
      dataSource = await openMigrated({ ...options, ...waits, logging: false } as typeof options);
      adapter = new TypeOrmAdapter(dataSource);
      app = await TestApp.start({
        platform,
        config: { adapter, session: { updateAge: 0 }, timeout: 5 },
        module: { controllers: [MeController] },
      });
    });
    afterAll(async () => {
      await app.close();
      await dataSource.destroy();
      await database.drop();
    });

    async function whileReadOnly<T>(work: () => Promise<T>): Promise<T> {
      // The connection is replaced after a refusal (DT13).
      const refuse = (connection: { query(sql: string): unknown }) => connection.query(readOnly);
      const { driver } = dataSource;
      const pool = (Reflect.get(driver, 'master') ?? Reflect.get(driver, 'pool')) as
        EventEmitter | undefined;
      for (const event of ['connect', 'connection']) pool?.on(event, refuse);
      await dataSource.query(readOnly);
      try {
        return await work();
      } finally {
        for (const event of ['connect', 'connection']) pool?.off(event, refuse);
        await dataSource.query(writable);
      }
    }

    it('returns a valid session that is due for renewal, and does not change its cookie (Q9)', async () => {
      const browser = app.client();
      await browser.signIn('credentials', JANE);

      const [shown, guarded] = await whileReadOnly(async () => [
        await browser.get('/auth/session'),
        await browser.get('/me'),
      ]);

      expect(shown?.json()).toMatchObject({ user: { name: 'jane' } });
      expect(shown?.headers['set-cookie']).toBeUndefined();
      expect(guarded?.status).toBe(200);
      expect(guarded?.headers['set-cookie']).toBeUndefined();
      const renewed = await browser.get('/auth/session');
      expect(`${renewed.headers['set-cookie']}`).toContain(SESSION);
    });

    it('returns a valid session whose row another transaction has locked (Q9)', async () => {
      const browser = app.client();
      await browser.signIn('credentials', JANE);
      const other = await new DataSource(database.options).initialize();
      const runner = other.createQueryRunner();
      await runner.startTransaction();
      await runner.query('UPDATE sessions SET expires = expires');

      const shown = await browser.get('/auth/session');
      await runner.rollbackTransaction();
      await runner.release();
      await other.destroy();

      expect(shown.json()).toMatchObject({ user: { name: 'jane' } });
      expect(shown.headers['set-cookie']).toBeUndefined();
    });

    it('refuses a session that has ended (Q9)', async () => {
      const { id: userId } = await adapter.createUser(aUser());
      const expires = new Date(Date.now() - HOUR_MS);
      const { sessionToken } = await adapter.createSession(aSession({ userId, expires }));
      const cookie = `${SESSION}=${sessionToken}`;

      const [shown, guarded] = await whileReadOnly(async () => [
        await app.client().get('/auth/session', { cookie }),
        await app.client().get('/me', { cookie }),
      ]);

      expect(shown).toMatchObject({ status: 200, text: 'null' });
      expect(guarded?.status).toBe(401);
    });

    it('responds with 503 to a sign-out and keeps that session, and opens no new one (Q9)', async () => {
      const browser = app.client();
      await browser.signIn('credentials', JANE);
      const other = app.client();
      await browser.csrfToken();
      await other.csrfToken();

      const [out, opened] = await whileReadOnly(async () => [
        await browser.signOut(),
        await other.signIn('credentials', JANE),
      ]);

      expect(out?.status).toBe(503);
      expect(opened?.location).toContain('error=Configuration');
      expect(other.cookies.has(SESSION)).toBe(false);
      expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
    });
  });
});
