import { aSession, aUser } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import { openMigrated, optionsAt, type TestDatabase, withPool } from '../support/databases.js';
import { OwnServer } from '../support/own-server.js';
import { type OwnServerKind, ownServerKinds } from '../support/own-server-kinds.js';
import { PATIENCE } from '../support/patience.js';
import { describeWith } from '../support/services.js';
import { cookieHeader, MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, JANE, OTTO, platforms, TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';

const HOUR_MS = 3_600_000;
const START_MS = 60_000;

/** Clients of one instance. */
interface People {
  /** Is signed in. */
  readonly known: CheckedClient;
  readonly other: CheckedClient;
}

/** How to make the server read-only, and how to check this from the application. */
interface Switch {
  readonly statements: (isOn: boolean) => readonly string[];
  readonly shown: string;
}

const readOnly: Readonly<Record<OwnServerKind['name'], Switch>> = {
  PostgreSQL: {
    statements: (isOn) => [
      `ALTER SYSTEM SET default_transaction_read_only = ${isOn}`,
      'SELECT pg_reload_conf()',
    ],
    shown: `SELECT current_setting('default_transaction_read_only') = 'on' AS "isOn"`,
  },
  MariaDB: {
    statements: (isOn) => [`SET GLOBAL read_only = ${isOn}`],
    shown: 'SELECT @@global.read_only = 1 AS isOn',
  },
};

for (const kind of ownServerKinds) {
  describeWith(kind, `a ${kind.name} server that fails`, () => {
    let server: OwnServer;
    beforeAll(async () => {
      server = await OwnServer.start(kind);
    }, START_MS);
    afterAll(() => server?.remove());

    describe.each(platforms())('on %s', (platform) => {
      let database: TestDatabase;
      let dataSource: DataSource;
      let adapter: TypeOrmAdapter;
      let app: TestApp;
      /** Gives up quickly: only for requests that must fail. */
      let hurried: TestApp;
      /** The signed-in browser. */
      let browser: CheckedClient;
      /** Cookies for two sessions that have ended, one by a sign-out and one by expiry. */
      let ended: readonly string[];

      beforeAll(async () => {
        database = await server.createDatabase();
        // The pool has one connection, so that all requests find the server in the same state.
        const options = withPool(optionsAt(await urlOfApplication()), 1);
        dataSource = await openMigrated({ ...options, logging: false });
        adapter = new TypeOrmAdapter(dataSource);
        app = await start(adapter, PATIENCE);
        hurried = await start(new TypeOrmAdapter(dataSource), 0.5);
      }, START_MS);
      beforeEach(async () => {
        browser = app.client();
        await browser.signIn('credentials', JANE);
        expect(browser.cookies.has(SESSION)).toBe(true);
        ended = [await signedOut(), await expired()];
      });
      afterEach(() => server?.thaw());
      afterAll(async () => {
        for (const one of [app, hurried]) await one?.close();
        await dataSource?.destroy();
        await database?.drop();
      });

      const start = (store: TypeOrmAdapter, timeout: number) =>
        TestApp.start({
          platform,
          config: { adapter: store, session: { updateAge: 0 }, timeout },
          module: { controllers: [MeController] },
        });

      /** Returns the URL for an ordinary user, because MariaDB always lets administrators write. */
      async function urlOfApplication(): Promise<string> {
        const url = new URL(database.url);
        if (kind.name === 'PostgreSQL') return url.href;
        url.username = `app_${platform}`;
        await server.query(`CREATE USER ${url.username}@'127.0.0.1'`);
        const name = url.pathname.slice(1);
        await server.query(`GRANT ALL ON ${name}.* TO ${url.username}@'127.0.0.1'`);
        return url.href;
      }

      async function signedOut(): Promise<string> {
        const other = app.client();
        await other.signIn('credentials', JANE);
        const cookie = cookieHeader(Object.fromEntries(other.cookies));
        await other.signOut();
        return cookie;
      }

      async function expired(): Promise<string> {
        const { id: userId } = await adapter.createUser(aUser());
        const expires = new Date(Date.now() - HOUR_MS);
        const { sessionToken } = await adapter.createSession(aSession({ userId, expires }));
        return cookieHeader({ [SESSION]: sessionToken });
      }

      /** Expects that nothing can be read, every request fails with 503 and the cookie stays. */
      async function expectUnavailable({ known }: People): Promise<void> {
        const requests = ['/auth/session', '/me'].flatMap((path) =>
          [undefined, ...ended].map((cookie) => known.get(path, cookie ? { cookie } : {})),
        );
        for (const { status, headers } of await Promise.all(requests)) {
          expect(status).toBe(503);
          expect(headers['set-cookie']).toBeUndefined();
        }
      }

      /** Expects that a sign-out fails and keeps the cookie, and a sign-in opens no session. */
      async function expectWritesToFail({ known, other }: People): Promise<void> {
        const before = [...known.cookies];
        expect((await known.signOut()).status).toBe(503);
        expect([...known.cookies]).toEqual(before);
        const { location } = await other.signIn('credentials', OTTO);
        expect(location).toContain('error=Configuration');
        expect(other.cookies.has(SESSION)).toBe(false);
      }

      async function expectAllWell(): Promise<void> {
        await expectSessionsToBeRead();
        const other = app.client();
        await other.signIn('credentials', OTTO);
        expect(await other.session()).toMatchObject({ user: { name: 'otto' } });
        expect((await browser.signOut()).status).toBe(302);
        expect((await browser.get('/me')).status).toBe(401);
      }

      async function expectSessionsToBeRead(): Promise<void> {
        expect((await browser.get('/me')).status).toBe(200);
        for (const cookie of ended) {
          expect((await app.client().get('/me', { cookie })).status).toBe(401);
        }
      }

      /** Returns clients of an instance that already have what they need to post forms. */
      async function preparedAt(instance: TestApp): Promise<People> {
        const [known, other] = [instance.client(), instance.client()];
        for (const [name, value] of browser.cookies) known.cookies.set(name, value);
        for (const client of [known, other]) await client.csrfToken();
        return { known, other };
      }

      it('causes 503 until it is restarted, signs nobody out and restores no ended session (H01)', async () => {
        const people = await preparedAt(hurried);

        await server.kill();
        await expectUnavailable(people);
        await expectWritesToFail(people);
        await server.restart();

        await until('the pool has a new connection', async () => {
          return (await browser.get('/me')).status !== 503;
        });
        await expectAllWell();
      });

      it('causes 503 within the time limit while frozen, and requests succeed when it resumes (H02)', async () => {
        const people = await preparedAt(hurried);

        await server.freeze();
        await expectUnavailable(people);
        await expectWritesToFail(people);
        server.thaw();

        await until('the pool has a new connection', async () => {
          return (await browser.get('/me')).status !== 503;
        });
        await expectAllWell();
      });

      it('while read-only, accepts valid sessions and refuses ended ones, and writes fail (Q9)', async () => {
        const people = await preparedAt(app);

        await switchReadOnly(true);
        await expectSessionsToBeRead();
        await expectWritesToFail(people);
        await expectSessionsToBeRead();
        await switchReadOnly(false);

        await expectAllWell();
      });

      async function switchReadOnly(isOn: boolean): Promise<void> {
        const { statements, shown } = readOnly[kind.name];
        for (const statement of statements(isOn)) await server.query(statement);
        await until('the application sees it', async () => {
          const [row] = await dataSource.query<{ isOn: unknown }[]>(shown);
          return Boolean(Number(row?.isOn)) === isOn;
        });
      }
    });
  });
}
