import { passwordTable } from '@authnest/password';
import type { AdapterUser } from '@authnest/core';
import { authEntities, authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import { AccountApp } from '../support/account-app.js';
import { Breaker } from '../support/breaker.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { platforms } from '../support/test-app.js';

const TIMES = 20;

const [platform = 'express'] = platforms();
const servers = await databaseServers();

describeDatabases(servers, (server) => {
  const breaker = new Breaker();
  let app: AccountApp;
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await server.create();
    const model = { with: [passwordTable] };
    dataSource = await openMigrated({
      ...database.options,
      entities: authEntities(model),
      migrations: authMigrations(model),
      logger: breaker,
      logging: true,
    });
    const adapter = new TypeOrmAdapter(dataSource);
    app = await AccountApp.start({ platform, strategy: 'database', adapter });
  });
  afterEach(() => breaker.rest());
  afterAll(async () => {
    await app.close();
    await dataSource.destroy();
    await database.drop();
  });

  const rowsOf = async (table: string, user: AdapterUser): Promise<number> => {
    const found = dataSource.entityMetadatas.find(({ tableName }) => tableName === table);
    return dataSource.getRepository(found?.target ?? '').count({ where: { userId: user.id } });
  };

  it('of 20 people who confirm one address at once, one gets it (K48)', async () => {
    const email = 'wanted@corp.example';
    const people = await Promise.all(
      Array.from({ length: TIMES }, async (_, nth) => {
        const user = await app.user();
        const browser = await app.signedIn(user);
        await app.send(browser, 'email', { email });
        await app.follow(browser, await app.link(user.email, 'confirm-email'));
        await app.mail(email, 'confirm-email', nth + 1);
        return { user, browser };
      }),
    );
    const links = app.mails.filter(({ to, kind }) => to === email && kind === 'confirm-email');
    expect(links).toHaveLength(TIMES);
    for (const { browser, user } of people) {
      const own = links.find((mail) => mail.user?.id === user.id);
      const { pathname, search } = new URL(own?.url ?? '');
      await browser.get(pathname + search);
    }

    const answers = await Promise.all(
      people.map(async ({ browser }) => app.send(browser, 'email-confirm', { of: 'new' })),
    );

    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(TIMES - 1);
    const now = await Promise.all(people.map(async ({ user }) => app.now(user)));
    expect(now.filter((user) => user?.email === email)).toHaveLength(1);
    for (const [at, { browser, user }] of people.entries()) {
      const shown = statuses[at] === 200 ? email : user.email;
      expect(await browser.session()).toMatchObject({ user: { email: shown } });
    }
  });

  it('one of many clicks on a link counts (K47)', async () => {
    const user = await app.user();
    const email = `${user.id}@new.example`;
    const browser = await app.signedIn(user);
    await app.send(browser, 'email', { email });
    await browser.get(await app.link(email, 'confirm-email'));
    const csrfToken = await browser.csrfToken();
    const answers = await Promise.all(
      Array.from({ length: TIMES }, async () => {
        const tab = app.app.client();
        for (const [name, value] of browser.cookies) tab.cookies.set(name, value);
        return tab.post('/auth/account/email-confirm', { form: { of: 'new', csrfToken } });
      }),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await app.now(user))?.email).toBe(user.email);
    await app.follow(browser, await app.link(user.email, 'confirm-email'));
    expect((await app.now(user))?.email).toBe(email);
  });

  it('both mailboxes may confirm at once', async () => {
    const user = await app.user();
    const email = `${user.id}@new.example`;
    const browser = await app.signedIn(user);
    const other = app.app.client();
    await app.send(browser, 'email', { email });
    await browser.get(await app.link(email, 'confirm-email'));
    await other.get(await app.link(user.email, 'confirm-email'));
    await Promise.all([
      app.send(browser, 'email-confirm', { of: 'new' }),
      app.send(other, 'email-confirm', { of: 'old' }),
    ]);

    expect((await app.now(user))?.email).toBe(email);
  });

  it('an undo removes what was added since, and takes the address from who only typed it', async () => {
    const user = await app.user();
    const link = async (providerAccountId: string) =>
      app.adapter.linkAccount?.({
        userId: user.id,
        provider: 'idp',
        providerAccountId,
        type: 'oidc',
      });
    await link(user.id);
    const browser = await app.signedIn(user);
    await app.changed(browser, user, `${user.id}@thief.example`);
    await link(`thief-${user.id}`);
    const typer = await app.user({ email: user.email, emailVerified: null });
    await app.follow(app.app.client(), await app.link(user.email, 'email-changed'));

    expect(await app.now(user)).toMatchObject({ email: user.email });
    expect((await app.now(typer))?.email || null).toBeNull();
    const accounts = (await app.adapter.listAccountsByUserId?.(user.id)) ?? [];
    const left = accounts.filter(({ type }) => type !== 'email');
    expect(left.map(({ providerAccountId }) => providerAccountId)).toEqual([user.id]);
  });

  it('a change that breaks off at any statement leaves the one or the other address', async () => {
    const user = await app.user();
    let { email } = user;
    for (let nth = 1, isDone = false; !isDone; nth += 1) {
      const to = `${nth}-${user.id}@new.example`;
      const browser = await app.signedIn(user);
      await app.send(browser, 'email', { email: to });
      await app.follow(browser, await app.link(email, 'confirm-email'));
      await browser.get(await app.link(to, 'confirm-email'));
      const csrfToken = await browser.csrfToken();
      breaker.beforeChange(nth);
      await browser.post('/auth/account/email-confirm', { form: { of: 'new', csrfToken } });
      isDone = !breaker.isDone;
      breaker.rest();
      const now = await app.now(user);
      expect([email, to]).toContain(now?.email);
      expect(now?.emailVerified).not.toBeNull();
      email = now?.email ?? '';
      // The person signs in, and asks again.
      expect(await (await app.signedIn(user)).session()).toMatchObject({ user: { email } });
    }
  });

  it('a deletion that breaks off at any statement is completed by another (K50)', async () => {
    for (let nth = 1, isDone = false; !isDone; nth += 1) {
      const user = await app.user();
      await app.adapter.linkAccount?.({
        userId: user.id,
        provider: 'idp',
        providerAccountId: user.id,
        type: 'oidc',
      });
      await app.adapter.insertRows?.({
        table: passwordTable,
        rows: [{ userId: user.id, hash: 'x', changedAt: new Date(), mustChange: false }],
      });
      const browser = await app.signedIn(user);
      const csrfToken = await browser.csrfToken();
      breaker.beforeChange(nth);
      await browser.post('/auth/account/delete', { form: { email: user.email, csrfToken } });
      isDone = !breaker.isDone;
      breaker.rest();
      const isLeft = (await app.now(user)) !== null;
      for (const table of ['accounts', 'passwords']) {
        expect([nth, table, await rowsOf(table, user)]).toEqual([nth, table, isLeft ? 1 : 0]);
      }
      if (isLeft) {
        const again = await app.signedIn(user);
        const done = await app.send(again, 'delete', { email: user.email });
        expect(done.location).toBe(`${app.app.url}/`);
      }
      expect(await app.now(user)).toBeNull();
      for (const table of ['accounts', 'sessions', 'passwords']) {
        expect(await rowsOf(table, user)).toBe(0);
      }
    }
  });

  it('somebody without an address gets one, and nobody is told', async () => {
    const user = await app.user({ email: '', emailVerified: null });
    const browser = await app.signedIn(user);
    const email = `${user.id}@new.example`;
    const before = app.mails.length;
    await app.send(browser, 'email', { email });
    await app.follow(browser, await app.link(email, 'confirm-email'));

    expect(await app.now(user)).toMatchObject({ email });
    expect(await browser.session()).toMatchObject({ user: { email } });
    expect(app.mails.slice(before)).toHaveLength(1);
    const nameless = await app.user({ email: '', emailVerified: null });
    const other = await app.signedIn(nameless);
    await app.send(other, 'delete', { confirm: 'delete' });
    expect(await app.now(nameless)).toBeNull();
  });

  it('of many deletions at once, one is reported (K50)', async () => {
    const user = await app.user();
    const browser = await app.signedIn(user);
    const csrfToken = await browser.csrfToken();
    app.events.length = 0;
    const answers = await Promise.all(
      Array.from({ length: TIMES }, async () => {
        const tab = app.app.client();
        for (const [name, value] of browser.cookies) tab.cookies.set(name, value);
        return tab.post('/auth/account/delete', { form: { email: user.email, csrfToken } });
      }),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(TIMES).fill(302));
    expect(await app.now(user)).toBeNull();
    expect(app.events).toHaveLength(1);
  });
});
