import { OIDC } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';

/** Records the one-time values that are spent; each is a row in a table. */
class CountingAdapter extends MemoryAdapter {
  readonly spent: string[] = [];

  override spendOnce(one: { key: string; expires: Date }): Promise<boolean> {
    this.spent.push(one.key);
    return super.spendOnce(one);
  }
}

describe.each(platforms())('forged callbacks on %s', (platform) => {
  let server: FakeOAuthServer;
  let app: TestApp;
  let adapter: CountingAdapter;

  beforeAll(async () => {
    server = await FakeOAuthServer.start();
    server.claims = { sub: 'ada', name: 'Ada', email: 'ada@example.com' };
  });
  beforeEach(async () => {
    server.requests.length = 0;
    adapter = new CountingAdapter();
    const providers = [OIDC({ id: 'idp', name: 'IdP', ...server.client })];
    const limits = { callbacks: { network: 5 } };
    app = await TestApp.start({ platform, config: { providers, adapter, limits } });
    stopClock();
  });
  afterEach(async () => {
    startClock();
    await app.close();
  });
  afterAll(() => server.close());

  /** Begins a sign-in and approves it. @returns its callback */
  async function approve(browser: CheckedClient): Promise<URL> {
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/home' });
    return (await server.authorize(location)).url;
  }

  /** Begins a sign-in. @returns its callback, with a code that nobody issued */
  async function forge(browser: CheckedClient): Promise<string> {
    const callback = await approve(browser);
    callback.searchParams.set('code', 'x');
    return callback.href;
  }

  it('store no row (S7)', async () => {
    const browser = app.client();

    for (let at = 0; at < 5; at += 1) await browser.get(await forge(browser));

    expect(server.requestsTo('token')).toHaveLength(5);
    expect(adapter.spent).toEqual([]);
  });

  it('have to wait after six attempts from one network, and call no provider meanwhile (S7)', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 10; at += 1) {
      const browser = app.client();
      statuses.push((await browser.get(await forge(browser))).status);
    }

    // The sixth callback starts the first wait.
    expect(statuses).toEqual([...Array<number>(6).fill(302), ...Array<number>(4).fill(429)]);
    expect(server.requestsTo('token')).toHaveLength(6);
    expect(adapter.spent).toEqual([]);
  });

  it('lock nobody out: a user who had to wait reloads the page and is signed in (S7)', async () => {
    const browser = app.client();
    const callback = await approve(browser);
    const other = app.client();
    for (let at = 0; at < 6; at += 1) await other.get(await forge(other));
    const waited = await browser.get(callback.href);
    setClock(2);

    const response = await browser.get(callback.href);

    expect(waited.status).toBe(429);
    expect(response.location).toBe(`${app.url}/home`);
    expect(adapter.spent).toHaveLength(1);
  });

  it('are counted even if they have no cookies of an attempt (S7)', async () => {
    const ask = () => app.client().get('/auth/callback/idp?code=x&state=y');
    for (let at = 0; at < 6; at += 1) await ask();

    expect((await ask()).status).toBe(429);
    expect(server.requests).toEqual([]);
  });

  it('are counted, but successful callbacks are not (S7)', async () => {
    for (let at = 0; at < 10; at += 1) {
      const browser = app.client();
      expect((await browser.get((await approve(browser)).href)).location).toBe(`${app.url}/home`);
    }
  });

  it('call the provider once if one code arrives four times at once, and one signs in (S7)', async () => {
    const browser = app.client();
    const { href } = await approve(browser);
    const copies = Array.from({ length: 4 }, () => {
      const copy = app.client();
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
      return copy;
    });

    const responses = await Promise.all(copies.map((copy) => copy.get(href)));

    expect(responses.filter(({ location }) => location === `${app.url}/home`)).toHaveLength(1);
    expect(server.requestsTo('token')).toHaveLength(1);
    expect(copies.filter(({ cookies }) => cookies.has('authjs.session-token'))).toHaveLength(1);
  });

  it('sign nobody in if they repeat a successful callback, whatever the provider responds (S7)', async () => {
    const responses: unknown[] = [];
    server.answer('token', async (_, honest) => {
      responses.push((responses[0] as object | undefined) ?? (await honest()));
      return responses[0] as object;
    });
    const browser = app.client();
    const { href } = await approve(browser);
    const copy = app.client();
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    await browser.get(href);

    const refused = await copy.get(href);

    server.reset();
    expect(refused.location).toBe(`${app.url}/auth/signin?error=OAuthCallbackError`);
    expect(copy.cookies.has('authjs.session-token')).toBe(false);
  });
});
