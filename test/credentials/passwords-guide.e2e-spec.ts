// Runs the sample of docs/own-users-table.md.
import { type AuthConfig, Email } from '@authnest/core';
import { TestMailbox } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource } from 'typeorm';
import { entities } from '../fixtures/own-user.js';
import { PasswordController, passwords } from '../fixtures/passwords.js';
import { startClock, stopClock } from '../support/clock.js';
import { MapRegistry } from '../support/map-registry.js';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';

const ADA = 'ada@example.com';
const [FIRST, SECOND, THIRD] = ['the-first-password', 'a-second-password', 'and-a-third-one'];

describe.each(platforms())('passwords in a column of the users on %s', (platform) => {
  let dataSource: DataSource;
  let app: TestApp;
  const mailbox = new TestMailbox();

  beforeAll(async () => {
    dataSource = await new DataSource({
      type: 'better-sqlite3',
      database: ':memory:',
      entities: [...entities],
      synchronize: true,
    }).initialize();
    app = await start();
  });
  afterAll(async () => {
    await app.close();
    await dataSource.destroy();
  });

  const start = (config: Partial<AuthConfig> = {}) =>
    TestApp.start({
      platform,
      module: {
        controllers: [PasswordController],
        providers: [{ provide: DataSource, useValue: dataSource }],
      },
      config: {
        adapter: new TypeOrmAdapter(dataSource, entities),
        providers: [Email({ sendVerificationRequest: mailbox.receive }), passwords(dataSource)],
        ...config,
      },
    });

  async function byLink(where = app): Promise<CheckedClient> {
    const browser = where.client();
    await browser.signIn('email', { email: ADA });
    await browser.get(mailbox.lastLink(ADA));
    return browser;
  }

  async function byPassword(password: string): Promise<CheckedClient> {
    const browser = app.client();
    await browser.signIn('credentials', { email: ADA, password });
    return browser;
  }

  const store = async (browser: CheckedClient, json: object): Promise<number> =>
    (
      await browser.request(
        'PUT',
        '/my/password',
        { 'content-type': 'application/json' },
        JSON.stringify(json),
      )
    ).status;

  const isSignedIn = async (browser: CheckedClient): Promise<boolean> =>
    (await browser.session()) !== null;

  it('registers by a link, changes with the present one, and resets by another link', async () => {
    const registered = await byLink();
    expect(await store(registered, { next: FIRST })).toBe(204);
    expect(await isSignedIn(registered)).toBe(true);

    const elsewhere = await byPassword(FIRST);
    expect(await isSignedIn(elsewhere)).toBe(true);
    expect(await store(elsewhere, { present: 'wrong', next: SECOND })).toBe(403);
    expect(await store(elsewhere, { present: FIRST, next: SECOND })).toBe(204);
    expect(await isSignedIn(elsewhere)).toBe(true);
    expect(await isSignedIn(registered)).toBe(false);
    expect(await isSignedIn(await byPassword(FIRST))).toBe(false);

    const forgetful = await byLink();
    expect(await store(forgetful, { next: THIRD })).toBe(204);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(await byPassword(THIRD))).toBe(true);
  });

  it.each([
    ['stateless', { strategy: 'jwt', revocation: new MapRegistry() }],
    ['stored', { strategy: 'database' }],
  ] as const)('counts a link once, also if a %s session begins anew (CT7)', async (_, session) => {
    const other = await start({ session });
    try {
      const browser = await byLink(other);
      expect(await store(browser, { next: FIRST })).toBe(204);
      stopClock(Date.now() + 3_600_000);
      const form = { csrfToken: await browser.csrfToken() };
      await browser.post('/auth/sessions/revoke-others', { form });

      expect(await store(browser, { next: SECOND })).toBe(403);
      expect(await store(browser, { present: FIRST, next: SECOND })).toBe(204);
      expect(await store(browser, { next: THIRD })).toBe(403);
      expect(await isSignedIn(browser)).toBe(true);
    } finally {
      startClock();
      await other.close();
    }
  });

  it('refuses a short password, and a stranger', async () => {
    const browser = await byLink();

    expect(await store(browser, { next: 'short' })).toBe(400);
    expect(await store(app.client(), { next: FIRST })).toBe(401);
  });

  it('signs nobody in with an empty password, whatever the address', async () => {
    expect(await isSignedIn(await byPassword(''))).toBe(false);
  });
});
