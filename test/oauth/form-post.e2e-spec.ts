import { Email, OIDC } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { currentAdapter } from '../support/current-adapter.js';
import { postCallback } from '../support/post-callback.js';
import { sentCookies } from '../support/set-cookies.js';
import { type CheckedClient, credentials, JANE, platforms, TestApp } from '../support/test-app.js';

const ADA = { sub: 'ada', name: 'Ada', email: 'ada@example.com' };
const GRACE = { sub: 'grace', name: 'Grace', email: 'grace@example.com' };
const LINDA = { sub: 'linda', name: 'Linda', email: 'linda@example.com' };
const SESSION = 'authjs.session-token';

/** A callback that has not been posted yet. */
interface Posted {
  readonly path: string;
  readonly form: Record<string, string>;
}

type Sessions = 'without a store' | 'jwt' | 'database';

describe.each(platforms())('form_post on %s', (platform) => {
  let server: FakeOAuthServer;
  /** The applications by their sessions; without a store, they have only the providers. */
  const apps = new Map<Sessions, TestApp>();
  let app: TestApp;
  let adapter: MemoryAdapter;
  let mailed: string[];

  beforeAll(async () => {
    server = await FakeOAuthServer.start({ claims: ADA });
  });
  beforeEach(() => {
    server.reset();
    server.claims = ADA;
    adapter = new MemoryAdapter();
    mailed = [];
  });
  afterAll(async () => {
    for (const started of apps.values()) await started.close();
    await server.close();
  });

  async function use(sessions: Sessions = 'without a store'): Promise<void> {
    app = apps.get(sessions) ?? (await start(sessions));
    apps.set(sessions, app);
  }

  function start(sessions: Sessions): Promise<TestApp> {
    const own = { ...server.client, checks: ['pkce', 'state', 'nonce'] as const };
    const authorization = { params: { response_mode: 'form_post' } };
    const providers = [
      OIDC({ id: 'idp', name: 'IdP', ...own, authorization }),
      OIDC({ id: 'form2', name: 'Form 2', ...own, authorization }),
      OIDC({ id: 'get', name: 'Get', ...own }),
    ];
    const others = [
      credentials(),
      Email({ sendVerificationRequest: ({ url }) => mailed.push(url) }),
    ];
    if (sessions === 'without a store') return TestApp.start({ platform, config: { providers } });
    const store = {
      adapter: currentAdapter(() => adapter),
      session: { strategy: sessions },
      providers: [...providers, ...others],
    };
    return TestApp.start({ platform, config: store });
  }

  /** Signs in at the provider. @returns the form that its page would post */
  async function approve(browser: CheckedClient, callbackUrl = '/home'): Promise<Posted> {
    const { location = '' } = await browser.signIn('idp', { callbackUrl });
    const { url, form = {} } = await server.authorize(location);
    return { path: url.pathname, form };
  }

  const crossSite = () => ({ origin: server.issuer, 'sec-fetch-site': 'cross-site' });

  function post(browser: CheckedClient, { path, form }: Posted) {
    return postCallback(browser, path, { form, headers: crossSite() });
  }

  /** Ways to sign in a user other than Ada, without the provider. */
  const ways = {
    password: async (browser: CheckedClient) => {
      await browser.signIn('credentials', JANE);
    },
    'emailed link': async (browser: CheckedClient) => {
      await browser.signIn('email', { email: 'jane@example.com' });
      const { pathname, search } = new URL(mailed[0] ?? '');
      await browser.get(pathname + search);
    },
  };

  it('signs in after a post from another site, and redirects to the requested target (B31)', async () => {
    await use();
    const browser = app.client();

    const response = await post(browser, await approve(browser, '/reports?page=2'));

    expect(response).toMatchObject({ status: 302, location: `${app.url}/reports?page=2` });
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } });
    expect(browser.cookies.get('authjs.callback-url')).toBe(
      encodeURIComponent(`${app.url}/reports?page=2`),
    );
  });

  it('sets SameSite=None only on the one-time cookies of Auth.js (CK-5, B31)', async () => {
    await use();
    const browser = app.client();

    await browser.signIn('idp', { callbackUrl: '/home' });

    const none = sentCookies(browser.lastSetCookies)
      .filter(({ attributes }) => attributes.get('SameSite') === 'None')
      .map(({ name, attributes }) => [name, attributes.has('Secure')]);
    expect(none).toEqual([
      ['authjs.state', true],
      ['authjs.nonce', true],
    ]);
  });

  it('does not sign in on the cross-site post itself, and puts no code into a URL (V11)', async () => {
    await use('database');
    const browser = app.client();
    const { path, form } = await approve(browser, '/reports');
    const cookies = new Map(browser.cookies);
    const fields = { ...form, callbackUrl: '/elsewhere' };

    const posted = await browser.post(path, { form: fields, headers: crossSite() });

    const { pathname, search } = new URL(posted.location ?? '');
    expect(posted).toMatchObject({ status: 303, text: '' });
    expect(pathname).toBe(path);
    for (const value of Object.values(form)) {
      expect(decodeURIComponent(search)).not.toContain(value);
    }
    expect(browser.lastSetCookies).toEqual([]);
    expect(browser.cookies).toEqual(cookies);
    expect(server.requestsTo('token')).toEqual([]);
    expect(await browser.session()).toBeNull();
    expect((await browser.get(pathname + search)).location).toBe(`${app.url}/reports`);
  });

  it('accepts a posted callback once, only in the browser that began it and for its provider (V11)', async () => {
    await use();
    const browser = app.client();
    const { path, form } = await approve(browser);
    const { location = '' } = await browser.post(path, { form });
    const { pathname, search } = new URL(location);
    const elsewhere = [
      [app.client(), pathname + search],
      [browser, pathname.replace('idp', 'form2') + search],
      [browser, `${pathname}${search}&${search.slice(1)}`],
      [browser, pathname + search.slice(0, -2)],
      [browser, `${pathname}?posted=`],
    ] as const;

    for (const [client, target] of elsewhere) {
      expect((await client.get(target)).location).toMatch(
        /error=(?:Configuration|OAuthCallbackError)$/,
      );
    }
    const first = await browser.get(location);
    await browser.signOut();
    const again = await browser.get(location);

    expect(server.requestsTo('token')).toHaveLength(1);
    expect(first.location).toBe(`${app.url}/home`);
    expect(again.location).toBe(`${app.url}/auth/signin?error=OAuthCallbackError`);
  });

  it.each([
    [119, '/home'],
    [180, '/auth/error?error=Configuration'],
  ])(
    'keeps a posted callback for about two minutes: after %i seconds (V11)',
    async (seconds, target) => {
      await use();
      stopClock();
      const browser = app.client();
      const { path, form } = await approve(browser);
      const { location = '' } = await browser.post(path, { form });
      setClock(seconds);

      const response = await browser.get(location).finally(startClock);

      expect(response.location).toBe(`${app.url}${target}`);
    },
  );

  it.each([4096, 4097])(
    'limits the size of a posted callback: %i characters (V11)',
    async (length) => {
      await use();
      const browser = app.client();
      const { path, form } = await approve(browser);
      const more = length - `${new URLSearchParams({ ...form, more: '' })}`.length;

      const response = await browser.post(path, { form: { ...form, more: 'x'.repeat(more) } });

      expect(response.status).toBe(length === 4096 ? 303 : 400);
      const line = `GET ${new URL(response.location ?? '/', app.url).href} HTTP/1.1`;
      expect(line.length).toBeLessThan(8000);
    },
  );

  it('refuses posted values by GET, and a post to a provider that uses GET (B31)', async () => {
    await use();
    const browser = app.client();
    const { path, form } = await approve(browser);
    const { location = '' } = await browser.signIn('get');
    const { url } = await server.authorize(location);

    const byGet = await browser.get(`${path}?${new URLSearchParams(form)}`);
    const byPost = await browser.post(url.pathname, { form: Object.fromEntries(url.searchParams) });

    for (const refused of [byGet, byPost]) {
      expect(refused.location).toBe(`${app.url}/auth/error?error=Configuration`);
    }
    expect(server.requestsTo('token')).toEqual([]);
    expect(await browser.session()).toBeNull();
  });

  it('shows an error that was posted, and remembers the target for the next attempt (B31, H09)', async () => {
    await use();
    const browser = app.client();
    const { path, form } = await approve(browser, '/reports');
    const error = { error: 'access_denied', state: form['state'] ?? '' };

    const refused = await post(browser, { path, form: error });

    const shown = new URL(refused.location ?? '');
    expect(`${shown.pathname}${shown.search}`).toBe('/auth/signin?error=OAuthCallbackError');
    const page = await browser.get(shown.href, { accept: 'text/html' });
    expect(page.status).toBe(200);
    expect(page.text).toContain(`value="${app.url}/reports"`);
    expect(server.requestsTo('token')).toEqual([]);
    const again = await post(browser, await approve(browser, '/reports'));
    expect(again.location).toBe(`${app.url}/reports`);
  });

  it.each(['code', 'state', 'iss'])(
    'refuses %s if it is posted twice, as a list or as an object (C06)',
    async (name) => {
      await use();
      const browser = app.client();
      for (const again of [name, `${name}[]`, `${name}[x]`]) {
        const { path, form } = await approve(browser);
        const body = new URLSearchParams(form);
        body.append(again, body.get(name) ?? '');
        if (again !== name) body.delete(name);

        const type = { 'content-type': 'application/x-www-form-urlencoded' };
        const posted = await browser.request('POST', path, type, body.toString());
        const refused = posted.status === 303 ? await browser.get(posted.location ?? '') : posted;

        // A parser may read the encoded names as other parameters; then the parameter is missing.
        const { status, location = '' } = refused;
        expect(status === 400 || (again !== name && location.includes('?error='))).toBe(true);
        expect(server.requestsTo('token')).toEqual([]);
        expect(await browser.session()).toBeNull();
      }
    },
  );

  it('refuses a post from a browser that has no cookie of the attempt', async () => {
    await use();
    const browser = app.client();
    const posted = await approve(browser);

    const refused = await post(app.client(), posted);

    expect(refused.location).toBe(`${app.url}/auth/signin?error=OAuthCallbackError`);
    expect(server.requestsTo('token')).toEqual([]);
  });

  it.each(['database', 'jwt'] as const)(
    'links to the user who was signed in, and replaces the session: %s',
    async (strategy) => {
      await use(strategy);
      const browser = app.client();
      await post(browser, await approve(browser));
      const before = browser.cookies.get(SESSION) ?? '';
      server.claims = GRACE;

      const response = await post(browser, await approve(browser));

      expect(response.location).toBe(`${app.url}/home`);
      const ada = await adapter.getUserByEmail(ADA.email);
      expect(
        await adapter.getUserByAccount({ provider: 'idp', providerAccountId: 'grace' }),
      ).toEqual(ada);
      expect(browser.cookies.get(SESSION)).not.toBe(before);
      expect(await browser.session()).toMatchObject({ user: { email: ADA.email } });
      if (strategy === 'database') expect(await adapter.getSessionAndUser(before)).toBeNull();
    },
  );

  it('links nothing if the user has signed out in between, with a stateless session (C13)', async () => {
    await use('jwt');
    const browser = app.client();
    await post(browser, await approve(browser));
    server.claims = GRACE;
    const posted = await approve(browser);

    await browser.signOut();
    await post(browser, posted);

    const ada = await adapter.getUserByEmail(ADA.email);
    const linked = await adapter.listAccountsByUserId(ada?.id ?? '');
    expect(linked.map(({ providerAccountId }) => providerAccountId)).toEqual(['ada']);
    expect(JSON.stringify(await browser.session())).not.toContain(ADA.email);
  });

  it('links nothing if the browser now sends the session of another user (C13)', async () => {
    await use('database');
    const browser = app.client();
    await post(browser, await approve(browser));
    const other = app.client();
    server.claims = GRACE;
    await post(other, await approve(other));
    server.claims = LINDA;
    const posted = await approve(browser);
    const session = other.cookies.get(SESSION) ?? '';
    browser.cookies.set(SESSION, session);

    const refused = await post(browser, posted);

    expect(refused.location).toContain('error=OAuthAccountNotLinked');
    expect(
      await adapter.getUserByAccount({ provider: 'idp', providerAccountId: 'linda' }),
    ).toBeNull();
    expect(await browser.session()).toMatchObject({ user: { email: GRACE.email } });
  });

  it.each([
    ['Ada', 'password'],
    ['Ada', 'emailed link'],
    ['nobody', 'password'],
    ['nobody', 'emailed link'],
  ] as const)(
    'an attempt begun by %s fails after another user has signed in by %s in between, with a stateless session (C13)',
    async (who, way) => {
      await use('jwt');
      const browser = app.client();
      if (who === 'Ada') await post(browser, await approve(browser));
      server.claims = GRACE;
      const posted = await approve(browser);

      await ways[way](browser);
      const response = await post(browser, posted);

      expect(response.location).toContain('error=');
      expect(await browser.session()).toMatchObject({ user: { email: 'jane@example.com' } });
      const account = { provider: 'idp', providerAccountId: 'grace' };
      expect(await adapter.getUserByAccount(account)).toBeNull();
      expect(await adapter.getUserByEmail(GRACE.email)).toBeNull();
    },
  );

  it('is refused if the same user signed in again in between, with another session (C13)', async () => {
    await use('jwt');
    const browser = app.client();
    await post(browser, await approve(browser));
    const posted = await approve(browser);
    await post(browser, await approve(browser));
    server.claims = GRACE;

    const response = await post(browser, posted);

    expect(response.location).toContain('error=OAuthAccountNotLinked');
    const ada = await adapter.getUserByEmail(ADA.email);
    const linked = await adapter.listAccountsByUserId(ada?.id ?? '');
    expect(linked.map(({ providerAccountId }) => providerAccountId)).toEqual(['ada']);
  });

  it('links nothing if the database session ended in between (C13)', async () => {
    await use('database');
    const browser = app.client();
    await post(browser, await approve(browser));
    server.claims = GRACE;
    const posted = await approve(browser);
    await browser.signOut();

    const refused = await post(browser, posted);

    expect(refused.location).toContain('error=OAuthAccountNotLinked');
    expect(
      await adapter.getUserByAccount({ provider: 'idp', providerAccountId: 'grace' }),
    ).toBeNull();
    expect(await adapter.getUserByEmail(GRACE.email)).toBeNull();
  });
});
