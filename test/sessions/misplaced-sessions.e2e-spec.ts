import { type AuthConfig, encode, getToken } from '@authnest/core';
import { authorize, OidcProvider } from '../support/oidc.js';
import { sendRaw } from '../support/raw-request.js';
import { clearedNames } from '../support/set-cookies.js';
import { cookieHeader, expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { credentials, JANE, OTTO, platforms, SECRET, TestApp } from '../support/test-app.js';
import { WatchedStore } from '../support/watched-store.js';

const strategies = ['jwt', 'database'] as const;
const matrix = platforms().flatMap((platform) =>
  strategies.map((name) => [platform, name] as const),
);
const CHECKS = ['authjs.state', 'authjs.pkce.code_verifier', 'authjs.nonce'];

describe.each(matrix)(
  'session tokens in the wrong place on %s, strategy %s',
  (platform, strategy) => {
    let idp: OidcProvider;
    let store: WatchedStore;
    let app: TestApp;

    beforeAll(async () => {
      idp = await OidcProvider.start();
      store = await WatchedStore.open('memory');
      const config: Partial<AuthConfig> = {
        providers: [credentials(), idp.config('idp', { checks: ['pkce', 'state', 'nonce'] })],
        adapter: store.adapter,
        session: { strategy },
      };
      app = await TestApp.start({ platform, config, module: { controllers: [MeController] } });
      await idp.register(app, 'idp');
    });

    afterAll(async () => {
      await app.close();
      await idp.close();
    });

    async function tokenOf(person: typeof JANE | typeof OTTO): Promise<string> {
      const browser = app.client();
      await browser.signIn('credentials', person);
      return browser.cookies.get(SESSION) ?? '';
    }

    it('cannot be replaced with the value of another cookie (A07)', async () => {
      const browser = app.client();
      await browser.signIn('idp', { callbackUrl: '/home' });
      const others = [...browser.cookies];

      expect(others.map(([name]) => name)).toEqual(expect.arrayContaining(CHECKS));
      expect(others).toHaveLength(6);
      for (const [, value] of others) await expectSignedOut(app, `${SESSION}=${value}`);
    });

    it.each([
      `__Secure-${SESSION}`,
      `__Host-${SESSION}`,
      'Authjs.session-token',
      'AUTHJS.SESSION-TOKEN',
      'next-auth.session-token',
      `x${SESSION}`,
      `${SESSION}x`,
    ])('are not read from the cookie %s (D10)', async (name) => {
      await expectSignedOut(app, { [name]: await tokenOf(JANE) });
    });

    // The token of a stateless session may come in parts, even in one.
    if (strategy === 'database') {
      it('are not read from cookies that are numbered like parts (D12)', async () => {
        const token = await tokenOf(JANE);

        await expectSignedOut(app, { [`${SESSION}.0`]: token });
        await expectSignedOut(app, {
          [`${SESSION}.0`]: token.slice(0, 10),
          [`${SESSION}.1`]: token.slice(10),
        });
      });
    }

    it.each(['first', 'last'])(
      'are not accepted if another session cookie is sent %s (D11)',
      async (place) => {
        const [own, planted] = [await tokenOf(JANE), await tokenOf(OTTO)];
        const values = place === 'first' ? [planted, own] : [own, planted];
        const cookie = values.map((value) => `${SESSION}=${value}`).join('; ');

        await expectSignedOut(app, cookie);
        await expectSignedOut(app, cookie.replaceAll('; ', ';'));
        await expectSignedOut(app, `${cookie}; ${SESSION}=`);
      },
    );

    it('are not accepted as bearer tokens, even if they are valid (A10)', async () => {
      const token = await tokenOf(JANE);
      const browser = app.client();

      for (const value of [token, '%', '%E0%A4%A', '', ` ${token}`]) {
        for (const scheme of ['Bearer', 'bearer', 'Basic']) {
          const response = await browser.get('/me', {
            authorization: `${scheme} ${value}`.trimEnd(),
          });
          expect(response.status).toBe(401);
        }
      }
      const twice = [`Bearer ${token}`, 'Bearer x'].map(
        (value) => ['Authorization', value] as const,
      );
      expect((await sendRaw(app, { path: '/me', headers: twice })).status).toBe(401);
      // Longer than Node's limit for headers.
      const huge = { authorization: `Bearer ${'x'.repeat(1024 * 1024)}` };
      expect((await browser.get('/me', huge)).status).toBe(431);
      expect(app.logs.errors).toEqual([]);
    });

    it('are not accepted in other headers (A44)', async () => {
      const token = await tokenOf(JANE);
      const names = ['session', 'session-token', 'user', 'user-id', 'auth-token', 'auth-user'];
      const headers = Object.fromEntries([
        ...names.flatMap((name) => [
          [`x-${name}`, token],
          [`x-authjs-${name}`, token],
        ]),
        [SESSION, token],
        ['x-authenticated-user', 'id-of-jane'],
        ['set-cookie', `${SESSION}=${token}`],
        ['cookie2', `${SESSION}=${token}`],
        ['x-session', JSON.stringify({ user: { id: 'id-of-jane' }, expires: '2099-01-01' })],
      ]);

      expect((await app.client().get('/me', headers)).status).toBe(401);
      expect((await app.client().get('/auth/session', headers)).text).toBe('null');
    });

    it('are not accepted in a check cookie (D17)', async () => {
      const session = await tokenOf(JANE);
      for (const replaced of [...CHECKS, /^authjs\.state\.\w{16}$/]) {
        const browser = app.client();
        const callback = await authorize(browser, 'idp');
        const names = [...browser.cookies.keys()];
        const name = names.find(
          (one) => replaced === one || (replaced instanceof RegExp && replaced.test(one)),
        );
        if (typeof replaced === 'string') {
          // Without the cookie for the attempt, the check cookies of Auth.js are read.
          for (const one of names) if (one.startsWith('authjs.state.')) browser.cookies.delete(one);
        }
        browser.cookies.set(name ?? '', session);

        const refused = await browser.get(callback);

        expect(refused.location).toBe(`${app.url}/auth/error?error=Configuration`);
        expect(browser.cookies.has(SESSION)).toBe(false);
        expect(clearedNames(refused.headers['set-cookie'])).toContain(name);
      }
    });
  },
);

describe('getToken', () => {
  const bearer = (authorization: string | string[]) =>
    getToken({ req: { headers: { authorization } }, secret: SECRET });

  it('reads a valid bearer token, and returns null for any other (A10)', async () => {
    const token = await encode({ token: { sub: 'jane' }, secret: SECRET, salt: SESSION });

    expect(await bearer(`Bearer ${token}`)).toMatchObject({ sub: 'jane' });
    for (const value of ['%', '%E0%A4%A', '', 'x'.repeat(1024 * 1024)]) {
      expect(await bearer(`Bearer ${value}`)).toBeNull();
    }
    expect(await bearer('Bearer')).toBeNull();
    expect(await bearer([`Bearer ${token}`, 'Bearer x'])).toBeNull();
  });
});

describe.each(platforms())('session tokens in secure cookies on %s', (platform) => {
  it('are read only from the cookie with the prefix __Secure- (D10)', async () => {
    const app = await TestApp.start({
      platform,
      config: { useSecureCookies: true },
      module: { controllers: [MeController] },
    });
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const token = browser.cookies.get(`__Secure-${SESSION}`) ?? '';

    expect((await browser.get('/me')).status).toBe(200);
    for (const name of [SESSION, `__Host-${SESSION}`, `__secure-${SESSION}`]) {
      const cookie = cookieHeader({ [name]: token });
      expect((await app.client().get('/me', { cookie })).status).toBe(401);
    }
    await app.close();
  });
});
