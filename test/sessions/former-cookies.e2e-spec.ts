import { encode, type AuthConfig, type CookieOptions } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { AttributeJar } from '../support/attribute-jar.js';
import { SESSION } from '../support/signed-out.js';
import { JANE, OTTO, platforms, TestApp } from '../support/test-app.js';

const HOST = { host: 'app.shop.example' };
const strategies = ['jwt', 'database'] as const;
const matrix = platforms().flatMap((platform) =>
  strategies.map((strategy) => [platform, strategy] as const),
);

/** Attributes of the session cookie before and after a release. */
const CHANGES: readonly (readonly [before: CookieOptions, after: CookieOptions])[] = [
  [{}, { domain: 'shop.example' }],
  [{ domain: 'shop.example' }, {}],
  [{}, { domain: 'app.shop.example' }],
  [{ path: '/' }, { path: '/auth' }],
  [{ path: '/auth' }, { path: '/' }],
  [{ path: '/auth' }, {}],
  [{ domain: 'shop.example', path: '/auth' }, {}],
];

describe.each(matrix)(
  'a browser with a cookie of a former release on %s, %s',
  (platform, strategy) => {
    const adapter = new MemoryAdapter();
    const apps: TestApp[] = [];
    afterEach(async () => {
      for (const app of apps.splice(0)) await app.close();
    });

    async function release(options: CookieOptions): Promise<TestApp> {
      const config: Partial<AuthConfig> = {
        adapter,
        session: { strategy },
        cookies: { sessionToken: { options } },
      };
      const app = await TestApp.start({ platform, config });
      apps.push(app);
      return app;
    }

    /** Sends a request with the cookies of the jar. @param form - posts a form with a CSRF token */
    async function send(
      app: TestApp,
      jar: AttributeJar,
      path: string,
      form?: Record<string, string>,
    ) {
      const browser = app.client(HOST);
      const cookie = { cookie: jar.header };
      const response = form
        ? await browser.post(path, { form, headers: cookie })
        : await browser.get(path, cookie);
      jar.store([response.headers['set-cookie'] ?? []].flat());
      return response;
    }

    async function post(
      app: TestApp,
      jar: AttributeJar,
      path: string,
      form: Record<string, string>,
    ) {
      const { text } = await send(app, jar, '/auth/csrf');
      const { csrfToken } = JSON.parse(text) as { csrfToken: string };
      await send(app, jar, path, { csrfToken, ...form });
    }

    const signIn = (app: TestApp, jar: AttributeJar, who: typeof JANE | typeof OTTO) =>
      post(app, jar, '/auth/callback/credentials', who);
    const nameOf = async (app: TestApp, jar: AttributeJar) =>
      (
        JSON.parse((await send(app, jar, '/auth/session')).text) as {
          user?: { name: string };
        } | null
      )?.user?.name;

    it.each(CHANGES)(
      'signs in and out after a change from %j to %j (RP3, BT15)',
      async (before, after) => {
        const jar = new AttributeJar();
        await signIn(await release(before), jar, JANE);
        const app = await release(after);

        expect(await nameOf(app, jar)).toBe('jane');
        await signIn(app, jar, OTTO);
        expect(await nameOf(app, jar)).toBe('otto');
        expect(jar.count(SESSION)).toBe(1);
        await post(app, jar, '/auth/signout', {});
        expect(await nameOf(app, jar)).toBeUndefined();
        expect(jar.count(SESSION)).toBe(0);
      },
    );

    it('signs out with the former cookie alone (RP3)', async () => {
      const jar = new AttributeJar();
      await signIn(await release({ domain: 'shop.example' }), jar, JANE);
      const app = await release({});

      await post(app, jar, '/auth/signout', {});

      expect(jar.count(SESSION)).toBe(0);
    });

    it('signs out with the cookies of two paths (BT15)', async () => {
      const jar = new AttributeJar();
      await signIn(await release({ path: '/auth' }), jar, JANE);
      const app = await release({});
      await signIn(app, jar, JANE);

      await post(app, jar, '/auth/signout', {});

      expect(await nameOf(app, jar)).toBeUndefined();
    });

    it('takes the newer of two cookies of one person, clears the other, and warns once (RP3)', async () => {
      const jar = new AttributeJar();
      const [old, app] = [await release({}), await release({ domain: 'shop.example' })];
      const other = new AttributeJar();
      await signIn(old, jar, JANE);
      await signIn(app, other, JANE);
      const both = `${jar.header}; ${other.header}`;

      const { text, headers } = await app.client(HOST).get('/auth/session', { cookie: both });
      await app.client(HOST).get('/auth/session', { cookie: both });

      expect(JSON.parse(text)).toMatchObject({ user: { name: 'jane' } });
      expect([headers['set-cookie'] ?? []].flat()).toContainEqual(
        expect.stringMatching(new RegExp(`^${SESSION}=; Max-Age=0; Path=/; HttpOnly`)),
      );
      expect(app.logs.warnings.filter((code) => code === 'repeated-session-cookie')).toHaveLength(
        1,
      );
    });

    it('keeps the session and the cookie of a neighbour with the same name (RP4)', async () => {
      const app = await release({});
      const jar = new AttributeJar();
      await signIn(app, jar, JANE);
      const foreign = await encode({
        token: { sub: 'x' },
        secret: 'a-secret-of-the-neighbour-32-characters',
        salt: SESSION,
      });
      jar.store([`${SESSION}=${foreign}; Domain=shop.example; Path=/`]);

      expect(await nameOf(app, jar)).toBe('jane');
      await post(app, jar, '/auth/signout', {});

      expect(await nameOf(app, jar)).toBeUndefined();
      expect(jar.header).toContain(foreign);
      expect(app.logs.warnings).toContain('repeated-session-cookie');
    });
  },
);
