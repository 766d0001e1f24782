import { decode, encode, getToken } from '@auth/core/jwt';
import type { INestApplication } from '@nestjs/common';
import { AuthJsClient } from './support/auth-js.js';
import { JANE, type Platform, platforms, SECRET, TestApp } from './support/test-app.js';

const HTTP = 'authjs.session-token';
const HTTPS = `__Secure-${HTTP}`;
const CHUNK = 3936;
const CLAIMS = { name: 'Jane', email: 'jane@example.com', picture: 'https://x/p.png', sub: '1' };
const SHOWN = {
  user: { name: 'Jane', email: 'jane@example.com', image: 'https://x/p.png' },
  expires: expect.stringMatching(/Z$/) as unknown,
};

/** Starts the application as behind a proxy that terminates TLS. */
function start(platform: Platform): Promise<TestApp> {
  return TestApp.start({
    platform,
    platformOptions: { trustProxy: true },
    configure: (app: INestApplication) => {
      if (platform === 'express') app.getHttpAdapter().getInstance().set('trust proxy', true);
    },
  });
}

/** Returns a client that uses http or https, depending on the name of the cookie. */
function browserOf(app: TestApp, name: string) {
  return app.client({ 'x-forwarded-proto': name === HTTPS ? 'https' : 'http' });
}

const headerOf = (cookies: ReadonlyMap<string, string>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

describe.each(platforms())('sessions shared with Auth.js on %s', (platform) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await start(platform);
  });

  afterAll(() => app.close());

  describe.each([HTTP, HTTPS])('with the cookie name %s', (name) => {
    const secureCookie = name === HTTPS;
    const origin = secureCookie ? 'https://app.example' : 'http://app.example';

    it('accepts a cookie from the `encode` of Auth.js', async () => {
      const browser = browserOf(app, name);
      browser.cookies.set(name, await encode({ token: CLAIMS, secret: SECRET, salt: name }));

      expect(await browser.session()).toEqual(SHOWN);
    });

    it('accepts a cookie in parts from the `encode` of Auth.js', async () => {
      const browser = browserOf(app, name);
      const token = { ...CLAIMS, roles: 'x'.repeat(2 * CHUNK) };
      const value = await encode({ token, secret: SECRET, salt: name });
      const count = Math.ceil(value.length / CHUNK);
      for (let index = count - 1; index >= 0; index -= 1) {
        browser.cookies.set(`${name}.${index}`, value.slice(index * CHUNK, (index + 1) * CHUNK));
      }

      expect(count).toBeGreaterThan(2);
      expect(await browser.session()).toEqual(SHOWN);
    });

    it('refuses a cookie that the `encode` of Auth.js made for the other name', async () => {
      const browser = browserOf(app, name);
      const salt = secureCookie ? HTTP : HTTPS;
      browser.cookies.set(name, await encode({ token: CLAIMS, secret: SECRET, salt }));

      expect(await browser.session()).toBeNull();
    });

    it('sets a cookie that the `decode` and `getToken` of Auth.js can read', async () => {
      const browser = browserOf(app, name);
      await browser.signIn('credentials', JANE);
      const token = browser.cookies.get(name);

      const claims = { name: 'jane', email: 'jane@example.com', sub: 'id-of-jane' };
      expect(await decode({ token, secret: SECRET, salt: name })).toMatchObject(claims);
      const req = { headers: { cookie: headerOf(browser.cookies) } };
      expect(await getToken({ req, secret: SECRET, secureCookie })).toMatchObject(claims);
    });

    it('shares a session that began in Auth.js, and can end it', async () => {
      const there = new AuthJsClient(origin);
      const here = browserOf(app, name);

      await there.signIn('jane');
      for (const [key, value] of there.cookies) here.cookies.set(key, value);

      expect(await here.session()).toMatchObject({ user: { name: 'jane' } });
      await here.signOut();
      expect(here.cookies.has(name)).toBe(false);
      expect(await here.session()).toBeNull();
    });

    it('shares a session with Auth.js, which can end it', async () => {
      const here = browserOf(app, name);
      await here.signIn('credentials', JANE);
      const there = new AuthJsClient(origin);
      there.adopt(here.cookies);

      expect(await there.session()).toMatchObject({ user: { name: 'jane' } });
      await there.signOut();
      expect(there.cookies.has(name)).toBe(false);
    });

    it('accepts a session that Auth.js has renewed', async () => {
      const here = browserOf(app, name);
      await here.signIn('credentials', JANE);
      const there = new AuthJsClient(origin);
      there.adopt(here.cookies);
      const before = here.cookies.get(name);

      await there.session();
      for (const [key, value] of there.cookies) here.cookies.set(key, value);

      expect(here.cookies.get(name)).not.toBe(before);
      expect(await here.session()).toMatchObject({ user: { name: 'jane' } });
    });

    it('accepts the CSRF cookie of Auth.js, and Auth.js accepts ours', async () => {
      const there = new AuthJsClient(origin);
      await there.signIn('jane');
      const csrf = `${secureCookie ? '__Host-' : ''}authjs.csrf-token`;
      const theirs = there.cookies.get(csrf) ?? '';
      const here = browserOf(app, name);
      here.cookies.set(csrf, theirs);

      expect(await here.csrfToken()).toBe(theirs.split(/%7C/i)[0]);

      here.cookies.delete(csrf);
      const ours = await here.csrfToken();
      there.cookies.set(csrf, here.cookies.get(csrf) ?? '');
      await there.signOut();
      expect(there.cookies.get(csrf)).toContain(ours);
      expect(there.cookies.has(name)).toBe(false);
    });
  });

  it('sets a session in parts that the `getToken` of Auth.js can read', async () => {
    const large = await TestApp.start({
      platform,
      config: { callbacks: { jwt: ({ token }) => ({ ...token, roles: 'x'.repeat(CHUNK) }) } },
    });
    const browser = large.client();

    await browser.signIn('credentials', JANE);

    expect([...browser.cookies.keys()]).toContain(`${HTTP}.1`);
    const req = { headers: { cookie: headerOf(browser.cookies) } };
    expect(await getToken({ req, secret: SECRET })).toMatchObject({
      sub: 'id-of-jane',
      roles: 'x'.repeat(CHUNK),
    });
    await large.close();
  });
});
