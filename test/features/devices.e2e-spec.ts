import { jest } from '@jest/globals';
import { type AuthConfig, Email } from '@authnest/core';
import { type CookieClient, MemoryAdapter } from '@authnest/testing';
import { Logger } from '@nestjs/common';
import { LogCollector } from '../support/log-collector.js';
import { type Platform, platforms, SECRET, TestApp } from '../support/test-app.js';
import { WebClient } from '../support/web-client.js';
import { devices, type DevicesOptions } from './devices.feature.js';

const doors = [...platforms(), 'Auth()'] as const;
const strategies = ['jwt', 'database'] as const;
const ways = doors.flatMap((door) => strategies.map((strategy) => ({ door, strategy })));

describe.each(ways)('a feature of the application, by $door with $strategy sessions', (way) => {
  const options: DevicesOptions = { lost: new Set(), audit: [] };
  const adapter = new MemoryAdapter();
  const logs = new LogCollector();
  const mails: string[] = [];
  const config: AuthConfig = {
    secret: SECRET,
    trustHost: way.door === 'Auth()' ? ['app.example'] : true,
    logger: logs,
    limits: false,
    adapter,
    session: { strategy: way.strategy },
    // Tries to set the claim of the feature, with what the client sent.
    callbacks: { jwt: ({ token, session }) => ({ ...token, ...(session as object) }) },
    providers: [
      Email({
        from: 'auth@app.example',
        sendVerificationRequest: ({ url }) => void mails.push(url),
      }),
    ],
    devices: options,
  };
  const extras = { features: [devices] };
  let app: TestApp | undefined;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    if (way.door === 'Auth()') return;
    app = await TestApp.start({ platform: way.door as Platform, input: config, extras });
  });
  beforeEach(() => {
    options.lost.clear();
    options.audit.length = 0;
    logs.errors.length = 0;
  });
  afterAll(() => app?.close());

  const aBrowser = (): CookieClient => app?.client() ?? new WebClient(config, '/auth', extras);

  const sessionOf = async (browser: CookieClient) =>
    (await browser.get('/auth/session')).json<object | null>();

  async function signIn(browser: CookieClient, email: string, device: string) {
    const csrfToken = await browser.csrfToken();
    await browser.post('/auth/signin/email', { form: { email, csrfToken } });
    const url = new URL(mails.pop() ?? '');
    return browser.get(url.pathname + url.search, { 'x-device': device });
  }

  it('notes a sign-in, and adds its fact to the session', async () => {
    const browser = aBrowser();
    await signIn(browser, 'jane@example.com', 'laptop');
    const jane = await adapter.getUserByEmail('jane@example.com');

    expect(options.audit).toEqual([`in ${jane?.id} by email`]);
    expect(await sessionOf(browser)).not.toBeNull();
    options.lost.add('laptop');
    expect(await sessionOf(browser)).toBeNull();
  });

  it('ends only the sessions that its fact concerns', async () => {
    const [laptop, phone, none] = [aBrowser(), aBrowser(), aBrowser()];
    await signIn(laptop, 'mia@example.com', 'mias laptop');
    await signIn(phone, 'mia@example.com', 'mias phone');
    await signIn(none, 'mia@example.com', '');
    options.lost.add('mias laptop');

    expect(await sessionOf(laptop)).toBeNull();
    expect(await sessionOf(phone)).not.toBeNull();
    expect(await sessionOf(none)).not.toBeNull();
  });

  it('keeps its fact whatever the jwt callback and the client say', async () => {
    const browser = aBrowser();
    await signIn(browser, 'otto@example.com', 'lost tablet');
    const csrfToken = await browser.csrfToken();
    await browser.post('/auth/session', { json: { csrfToken, data: { device: 'other' } } });
    options.lost.add('lost tablet');

    expect(await sessionOf(browser)).toBeNull();
  });

  it('refuses a session that is over when it is opened', async () => {
    options.lost.add('stolen');
    const browser = aBrowser();
    const { location } = await signIn(browser, 'ina@example.com', 'stolen');

    expect(location).toContain('error=AccessDenied');
    expect(await sessionOf(browser)).toBeNull();
    expect(options.audit).toEqual(['failed email: feature `devices`: the session has ended']);
  });

  it('refuses a sign-in by throwing, before anything is stored', async () => {
    const { location } = await signIn(aBrowser(), 'new@example.com', 'refused');

    expect(location).toContain('/auth/error?error=Configuration');
    expect(await adapter.getUserByEmail('new@example.com')).toBeNull();
    expect(logs.errors.map(({ message }) => message)).toEqual([
      'feature `devices`: opening failed',
    ]);
  });

  it('responds with 503 if it cannot check a session, and ends none', async () => {
    const browser = aBrowser();
    await signIn(browser, 'lea@example.com', 'soon unknown');
    const { lost } = options;
    const isLost = jest.spyOn(lost, 'has').mockImplementation(() => {
      throw new Error('connection closed');
    });
    const failed = await browser.get('/auth/session');
    isLost.mockRestore();

    expect(failed.status).toBe(503);
    expect(await sessionOf(browser)).not.toBeNull();
  });

  it('begins before a sign-out, and goes on after it', async () => {
    const browser = aBrowser();
    await signIn(browser, 'eve@example.com', 'desk');
    const eve = await adapter.getUserByEmail('eve@example.com');
    options.audit.length = 0;
    await browser.signOut();

    expect(options.audit).toEqual([`leaving ${eve?.id}`, 'left']);
    expect(await sessionOf(browser)).toBeNull();
  });

  it('begins before the accounts of an unproven user are removed, and goes on after it', async () => {
    const email = 'typed@example.com';
    const { id: userId } = await adapter.createUser({ id: 'typed', email, emailVerified: null });
    await adapter.linkAccount({
      userId,
      provider: 'github',
      providerAccountId: '7',
      type: 'oauth',
    });
    await signIn(aBrowser(), email, 'desk');

    expect(options.audit).toEqual([
      'accounts before 1',
      'accounts after 0',
      `in ${userId} by email`,
    ]);
  });

  it('has its own endpoint', async () => {
    options.lost.add('pager');

    expect((await aBrowser().get('/auth/devices/lost')).json()).toEqual({ lost: ['pager'] });
    expect((await aBrowser().post('/auth/devices/lost')).status).toBe(405);
  });
});
