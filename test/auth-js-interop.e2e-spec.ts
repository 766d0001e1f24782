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

/** Behind a proxy that terminates TLS. */
function start(platform: Platform): Promise<TestApp> {
  return TestApp.start({
    platform,
    platformOptions: { trustProxy: true },
    configure: (app: INestApplication) => {
      if (platform === 'express') app.getHttpAdapter().getInstance().set('trust proxy', true);
    },
  });
}

/** A browser that speaks http or https. */
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

  describe.each([HTTP, HTTPS])('under the name %s', (name) => {
    const secureCookie = name === HTTPS;
    const origin = secureCookie ? 'https://app.example' : 'http://app.example';

    it('a cookie of its `encode` signs in here', async () => {
      const browser = browserOf(app, name);
      browser.cookies.set(name, await encode({ token: CLAIMS, secret: SECRET, salt: name }));

      expect(await browser.session()).toEqual(SHOWN);
    });

    it('a cookie of its `encode` in parts signs in here', async () => {
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

    it('a cookie of its `encode` under the other name is refused', async () => {
      const browser = browserOf(app, name);
      const salt = secureCookie ? HTTP : HTTPS;
      browser.cookies.set(name, await encode({ token: CLAIMS, secret: SECRET, salt }));

      expect(await browser.session()).toBeNull();
    });

    it('its `decode` and its `getToken` read a cookie of ours', async () => {
      const browser = browserOf(app, name);
      await browser.signIn('credentials', JANE);
      const token = browser.cookies.get(name);

      const claims = { name: 'jane', email: 'jane@example.com', sub: 'id-of-jane' };
      expect(await decode({ token, secret: SECRET, salt: name })).toMatchObject(claims);
      const req = { headers: { cookie: headerOf(browser.cookies) } };
      expect(await getToken({ req, secret: SECRET, secureCookie })).toMatchObject(claims);
    });

    it('a user who signed in there is signed in here, and can sign out here', async () => {
      const there = new AuthJsClient(origin);
      const here = browserOf(app, name);

      await there.signIn('jane');
      for (const [key, value] of there.cookies) here.cookies.set(key, value);

      expect(await here.session()).toMatchObject({ user: { name: 'jane' } });
      await here.signOut();
      expect(here.cookies.has(name)).toBe(false);
      expect(await here.session()).toBeNull();
    });

    it('a user who signed in here is signed in there, and can sign out there', async () => {
      const here = browserOf(app, name);
      await here.signIn('credentials', JANE);
      const there = new AuthJsClient(origin);
      there.adopt(here.cookies);

      expect(await there.session()).toMatchObject({ user: { name: 'jane' } });
      await there.signOut();
      expect(there.cookies.has(name)).toBe(false);
    });

    it('a session that it renewed on reading is read here', async () => {
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

    it('its CSRF cookie is kept here, and ours there', async () => {
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

  it('its `getToken` reads a session of ours in parts', async () => {
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
