import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import {
  type AdapterChallenge,
  type AdapterUser,
  type AuthConfig,
  type AuthFeature,
  Email,
  OIDC,
} from '@authnest/core';
import { type CookieClient, FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { type ActionContext, POST, SignInService } from '@authnest/core/feature';
import { Injectable, Logger } from '@nestjs/common';
import { terms } from '../fixtures/terms.js';
import { NOON, setClock, startClock, stopClock } from '../support/clock.js';
import { LogCollector } from '../support/log-collector.js';
import { MeController } from '../support/signed-out.js';
import { PASSWORD, type Platform, platforms, SECRET, TestApp } from '../support/test-app.js';
import { WebClient } from '../support/web-client.js';

const doors = [...platforms(), 'Auth()'] as const;
const strategies = ['jwt', 'database'] as const;
const ways = doors.flatMap((door) => strategies.map((strategy) => ({ door, strategy })));
const QUARTER = 15 * 60;

@Injectable()
class ResumeAsOther {
  constructor(private readonly signIn: SignInService) {}
  run = (ctx: ActionContext) => this.signIn.resume(ctx, 'other');
}

const described = { summary: '', responses: {}, path: 'other', name: 'other' };
const another: AuthFeature = {
  name: 'other',
  routes: [{ ...POST, ...described, run: ResumeAsOther }],
};
const extras = { features: [terms, another] };

/** Shows what is kept, and may change what happens at one operation. */
class Store extends MemoryAdapter {
  readonly kept: AdapterChallenge[] = [];
  beforeTake?: (id: string) => Promise<AdapterChallenge | null | undefined>;
  afterLook?: () => Promise<unknown>;
  /** Id of a user who is returned with a function. */
  withFunction = '';

  override async createChallenge(challenge: AdapterChallenge): Promise<void> {
    this.kept.push(challenge);
    return super.createChallenge(challenge);
  }

  override async takeChallenge(id: string): Promise<AdapterChallenge | null> {
    const before = this.beforeTake;
    this.beforeTake = undefined;
    return (await before?.(id)) ?? super.takeChallenge(id);
  }

  override async getUserByEmail(address: string): Promise<AdapterUser | null> {
    const found = await super.getUserByEmail(address);
    const after = this.afterLook;
    this.afterLook = undefined;
    await after?.();
    return found?.id === this.withFunction ? ({ ...found, greet: () => 'hello' } as never) : found;
  }
}

describe.each(ways)('a sign-in that waits, by $door with $strategy sessions', (way) => {
  const adapter = new Store();
  const logs = new LogCollector();
  const accepted = new Set<string>();
  const banned = new Set<string>();
  const asked: unknown[] = [];
  const seen: (string | undefined)[] = [];
  let mailed = '';
  let idp: FakeOAuthServer;
  let app: TestApp | undefined;
  let config: AuthConfig;
  /** An address that nobody has used. */
  let email: string;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
    config = {
      secret: SECRET,
      trustHost: way.door === 'Auth()' ? ['app.example'] : true,
      logger: logs,
      limits: false,
      adapter,
      fetch: idp.fetch,
      session: { strategy: way.strategy },
      providers: [
        Email({
          from: 'auth@app.example',
          sendVerificationRequest: ({ url }) => void (mailed = url),
        }),
        OIDC({ id: 'idp', name: 'IdP', ...idp.client, allowDangerousEmailAccountLinking: true }),
        {
          id: 'credentials',
          name: 'Password',
          type: 'credentials',
          usersOfAdapter: true,
          credentials: { email: {}, password: { type: 'password' } },
          authorize: async ({ email: address, password }: Record<string, string>) =>
            password === PASSWORD ? adapter.getUserByEmail(address ?? '') : null,
        },
      ],
      callbacks: {
        signIn: ({ user, credentials }) => {
          asked.push(credentials);
          return !banned.has(user.email ?? '');
        },
      },
      terms: {
        hasAccepted: async (id) => {
          seen.push(id);
          return accepted.has(id);
        },
        accept: async (id) => void accepted.add(id),
      },
    };
    if (way.door === 'Auth()') return;
    const module = { controllers: [MeController] };
    app = await TestApp.start({
      platform: way.door as Platform,
      input: config,
      extras,
      module,
    });
  });
  beforeEach(() => {
    email = `${randomUUID()}@x.example`;
    asked.length = 0;
    seen.length = 0;
    logs.errors.length = 0;
  });
  afterEach(() => {
    startClock();
    jest.restoreAllMocks();
  });
  afterAll(async () => {
    await app?.close();
    await idp.close();
  });

  const aBrowser = (): CookieClient => app?.client() ?? new WebClient(config, '/auth', extras);

  const sessionOf = async (browser: CookieClient) =>
    (await browser.get('/auth/session')).json<{ user: { email: string } } | null>();
  const pathOf = (location = '') => new URL(location, 'http://any.example').pathname;
  const errorOf = (location = '') =>
    new URL(location, 'http://any.example').searchParams.get('error');

  async function linkFor(browser: CookieClient, address = email): Promise<string> {
    await browser.signIn('email', { email: address, callbackUrl: '/welcome' });
    const url = new URL(mailed);
    return url.pathname + url.search;
  }
  /** Follows a mailed link, up to the page that asks. */
  async function waiting(browser = aBrowser(), address = email): Promise<CookieClient> {
    const { location } = await browser.get(await linkFor(browser, address));
    expect(pathOf(location)).toBe('/auth/terms');
    return browser;
  }
  async function agree(browser: CookieClient, headers = {}) {
    const form = { csrfToken: await browser.csrfToken() };
    return browser.post('/auth/terms', { form, headers });
  }
  async function aUser(address = email): Promise<string> {
    const one = { id: randomUUID(), email: address, emailVerified: new Date() };
    return (await adapter.createUser(one)).id;
  }
  async function byProvider(browser: CookieClient) {
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/welcome' });
    const { url } = await idp.authorize(location);
    return browser.get(url.pathname + url.search);
  }

  it('is no session, and stores nobody (K82)', async () => {
    const browser = await waiting();

    expect(await sessionOf(browser)).toBeNull();
    expect(await adapter.getUserByEmail(email)).toBeNull();
    if (app) expect((await browser.get('/me')).status).toBe(401);
    for (const path of ['/auth/sessions', '/auth/provider/sessions']) {
      expect((await browser.get(path)).text).not.toContain(email);
    }
    expect((await browser.get('/auth/terms')).text).toContain('I agree');
    expect(await sessionOf(browser)).toBeNull();
  });

  it('goes on when the person has answered, to where it was going', async () => {
    const browser = await waiting();
    const { location } = await agree(browser);

    expect(pathOf(location)).toBe('/welcome');
    expect((await sessionOf(browser))?.user.email).toBe(email);
    const { id = '' } = (await adapter.getUserByEmail(email)) ?? {};
    expect(accepted.has(id)).toBe(true);
  });

  it('does not wait again for who has answered', async () => {
    await agree(await waiting());
    const browser = aBrowser();
    const { location } = await browser.get(await linkFor(browser));

    expect(pathOf(location)).toBe('/welcome');
    expect(await sessionOf(browser)).not.toBeNull();
  });

  it('goes on for a password, which is kept nowhere', async () => {
    const id = await aUser();
    const browser = aBrowser();
    await browser.signIn('credentials', { email, password: PASSWORD, callbackUrl: '/welcome' });
    const kept = JSON.stringify(adapter.kept.at(-1));
    await agree(browser);

    expect(kept).toContain('expires');
    expect(kept).not.toContain(PASSWORD);
    expect(kept).not.toContain(email);
    expect((await sessionOf(browser))?.user.email).toBe(email);
    expect(seen).toEqual([id]);
    expect(asked).toEqual([expect.objectContaining({ email, password: PASSWORD }), { email }]);
  });

  it('asks about the user to whom the account of a provider will be linked', async () => {
    const id = await aUser();
    idp.claims = { sub: randomUUID(), email, email_verified: true };
    const browser = aBrowser();
    const { location } = await byProvider(browser);

    expect(pathOf(location)).toBe('/auth/terms');
    expect(seen).toEqual([id]);
    expect(await adapter.listAccountsByUserId(id)).toEqual([]);
    expect(pathOf((await agree(browser)).location)).toBe('/welcome');
    expect(await adapter.listAccountsByUserId(id)).toHaveLength(1);
    expect((await sessionOf(browser))?.user.email).toBe(email);
  });

  it('is refused if the account was linked to somebody whom no feature was asked about', async () => {
    idp.claims = { sub: randomUUID(), email, email_verified: true };
    const browser = aBrowser();
    await byProvider(browser);
    // Registers right after the look for an owner of the address.
    adapter.afterLook = () => aUser();
    const { location } = await agree(browser);

    expect(await adapter.getUserByEmail(email)).not.toBeNull();
    expect(errorOf(location)).toBe('AccessDenied');
    expect(await sessionOf(browser)).toBeNull();
  });

  it('goes on once, however often the button is pressed', async () => {
    const browser = await waiting();
    const csrfToken = await browser.csrfToken();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => browser.post('/auth/terms', { form: { csrfToken } })),
    );

    const paths = answers.map(({ location }) => pathOf(location)).sort();
    expect(paths).toEqual(['/auth/signin', '/auth/signin', '/auth/signin', '/welcome']);
  });

  it('goes on in no other browser, and says there what to do', async () => {
    await waiting();
    const other = aBrowser();

    expect(pathOf((await other.get('/auth/terms')).location)).toBe('/auth/signin');
    expect(errorOf((await agree(other)).location)).toBe('SessionRequired');
    const json = await other.post('/auth/terms', { json: { csrfToken: await other.csrfToken() } });
    expect(json.status).toBe(401);
    expect(json.json()).toMatchObject({ error: 'SessionRequired' });
    expect(await sessionOf(other)).toBeNull();
  });

  it('is forgotten after a quarter of an hour', async () => {
    stopClock(NOON);
    const browser = await waiting();
    const cookies = new Map(browser.cookies);
    setClock(QUARTER + 1);
    for (const [name, value] of cookies) browser.cookies.set(name, value);

    expect(errorOf((await agree(browser)).location)).toBe('SessionRequired');
    expect(await sessionOf(browser)).toBeNull();
  });

  it('is forgotten at a sign-out, and at the sign-in of somebody else', async () => {
    const [one, two] = [await waiting(), await waiting(aBrowser(), `two-${email}`)];
    await one.signOut();
    const id = await aUser(`three-${email}`);
    accepted.add(id);
    await two.signIn('credentials', { email: `three-${email}`, password: PASSWORD });

    for (const browser of [one, two]) {
      expect(errorOf((await agree(browser)).location)).toBe('SessionRequired');
    }
    expect((await sessionOf(two))?.user.email).toBe(`three-${email}`);
  });

  it('is refused if all access ended, or the user was deleted or banned, meanwhile', async () => {
    const [ended, deleted, refused] = [email, `two-${email}`, `three-${email}`];
    const browsers: CookieClient[] = [];
    for (const address of [ended, deleted, refused]) {
      await aUser(address);
      const browser = aBrowser();
      await browser.signIn('credentials', { email: address, password: PASSWORD });
      browsers.push(browser);
    }
    const idOf = async (address: string) => (await adapter.getUserByEmail(address))?.id ?? '';
    await adapter.endAccess({ userId: await idOf(ended), at: new Date() });
    await adapter.deleteUser(await idOf(deleted));
    banned.add(refused);

    for (const browser of browsers) {
      expect(errorOf((await agree(browser)).location)).toBe('AccessDenied');
      expect(await sessionOf(browser)).toBeNull();
    }
  });

  it('starts when its first step was taken, not when it went on', async () => {
    if (way.strategy !== 'database') return;
    stopClock(NOON);
    const browser = await waiting();
    setClock(QUARTER - 60);
    await agree(browser);
    const { id = '' } = (await adapter.getUserByEmail(email)) ?? {};
    const [session] = await adapter.listSessionsByUserId(id);

    expect(session?.createdAt).toEqual(new Date(NOON));
  });

  it('is not another feature’s to resume', async () => {
    const browser = await waiting();
    const csrfToken = await browser.csrfToken();
    const { location } = await browser.post('/auth/other', { form: { csrfToken } });

    expect(errorOf(location)).toBe('SessionRequired');
    expect(pathOf((await agree(browser)).location)).toBe('/welcome');
  });

  it('goes on when the store is back, if it was down', async () => {
    const browser = await waiting();
    adapter.beforeTake = () => Promise.reject(new Error('connection closed'));
    const failed = await agree(browser);

    expect(errorOf(failed.location)).toBe('Configuration');
    expect(pathOf((await agree(browser)).location)).toBe('/welcome');
  });

  it('cannot wait for a user who is more than data, and says so', async () => {
    const { id } = await adapter.createUser({
      id: randomUUID(),
      email,
      emailVerified: new Date(),
    });
    adapter.withFunction = id;
    const { location } = await aBrowser().signIn('credentials', { email, password: PASSWORD });
    adapter.withFunction = '';

    expect(errorOf(location)).toBe('Configuration');
    expect(String(logs.errors[0]?.message)).toContain(
      'challenge `sign-in`: only data can be kept, not functions',
    );
  });

  it('does not open in another row', async () => {
    await waiting();
    const other = await waiting(aBrowser(), `two-${email}`);
    const [mine, theirs] = adapter.kept.slice(-2);
    adapter.beforeTake = async () => (theirs && mine ? { ...theirs, data: mine.data } : null);

    expect(errorOf((await agree(other)).location)).toBe('SessionRequired');
    expect(await sessionOf(other)).toBeNull();
  });
});
