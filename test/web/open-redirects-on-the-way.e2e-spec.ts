import { MemoryAdapter } from '@authnest/testing';
import { authorize, OidcProvider } from '../support/oidc.js';
import { credentials, JANE, platforms, TestApp } from '../support/test-app.js';

const TARGETS = [
  '//evil.test',
  '\\\\evil.test',
  '/\\evil.test',
  'https://evil.test/',
  'javascript:x',
];

describe.each(platforms())('a sign-in at a provider on %s', (platform) => {
  let provider: OidcProvider;
  let app: TestApp;

  beforeAll(async () => {
    provider = await OidcProvider.start();
    app = await TestApp.start({
      platform,
      config: {
        adapter: new MemoryAdapter(),
        providers: [credentials(), provider.config('idp')],
        pages: { newUser: '/welcome?from=auth' },
      },
    });
    await provider.register(app, 'idp');
  });
  afterAll(async () => {
    await app.close();
    await provider.close();
  });

  it('redirects a new user to the page for new users, with a callback URL inside the application (E21)', async () => {
    const browser = app.client();
    const first = await authorize(browser, 'idp', { callbackUrl: '//evil.test' });
    browser.cookies.set('authjs.callback-url', encodeURIComponent('https://evil.test/x'));

    const { location = '' } = await browser.get(first);

    const welcome = new URL(location);
    expect(`${welcome.origin}${welcome.pathname}`).toBe(`${app.url}/welcome`);
    expect(Object.fromEntries(welcome.searchParams)).toEqual({
      from: 'auth',
      callbackUrl: app.url,
    });
  });

  it.each(TARGETS)(
    'does not redirect to %s, whether requested at the start or planted in a cookie (E21)',
    async (target) => {
      const asking = app.client();
      await asking.get(await authorize(asking, 'idp'));

      const browser = app.client();
      const callback = await authorize(browser, 'idp', { callbackUrl: target });
      expect((await browser.get(callback)).location).toBe(app.url);

      const second = await authorize(browser, 'idp', { callbackUrl: '/home' });
      browser.cookies.set('authjs.callback-url', encodeURIComponent(target));
      // The target is sealed with the attempt, so a planted cookie changes nothing.
      expect((await browser.get(second)).location).toBe(`${app.url}/home`);
    },
  );
});

describe.each(platforms())('the result of the redirect callback on %s', (platform) => {
  const results: unknown[] = [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/hostname',
    '//evil.test',
    '\\\\evil.test',
    '/\\evil.test',
    '/x\r\nSet-Cookie: a=b',
    'no-url',
    '',
    undefined,
    null,
    7,
    {},
  ];

  it('is not used if it is neither an http URL nor a path (A18)', async () => {
    const next = { target: undefined as unknown };
    const app = await TestApp.start({
      platform,
      config: { callbacks: { redirect: () => next.target as string } },
    });
    const browser = app.client();
    const led: unknown[] = [];
    for (const result of results) {
      next.target = result;
      led.push((await browser.signIn('credentials', { ...JANE, callbackUrl: '/home' })).location);
      led.push((await browser.signOut({ callbackUrl: '/home' })).location);
    }

    expect(new Set(led)).toEqual(new Set([app.url]));
    await app.close();
  });

  it('is used even if it is a URL on another origin', async () => {
    const app = await TestApp.start({
      platform,
      config: {
        callbacks: {
          redirect: ({ url, baseUrl }) => (url === '/home' ? 'https://home.example/' : baseUrl),
        },
      },
    });
    const { location } = await app
      .client()
      .signIn('credentials', { ...JANE, callbackUrl: '/home' });

    expect(location).toBe('https://home.example/');
    await app.close();
  });
});
