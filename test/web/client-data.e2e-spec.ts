import type { JWT } from '@authnest/core';
import { type CheckedClient, JANE, platforms, TestApp } from '../support/test-app.js';

const HOUR = 3600;

/** Values that an attacker would like to set. */
const CLAIMS = {
  sub: 'id-of-otto',
  email: 'otto@example.com',
  name: 'otto',
  exp: 4_102_444_800,
  iat: 1,
  nbf: 4_102_444_800,
  jti: 'mine',
  sid: 'mine',
  auth_time: 4_102_444_800,
};

describe.each(platforms())(
  'the data with which a client updates its session on %s (E23)',
  (platform) => {
    const tokens: JWT[] = [];
    let app: TestApp;
    let browser: CheckedClient;

    const start = (careless: boolean) =>
      TestApp.start({
        platform,
        config: {
          session: { strategy: 'jwt', maxAge: HOUR },
          callbacks: careless
            ? {
                // A careless callback: all data are spread into the token.
                jwt: ({ token, session }) => ({ ...token, ...(session as object | undefined) }),
                session: ({ session, token }) => (tokens.push(token), session),
              }
            : {},
        },
      });

    const update = async (data: unknown) => {
      const json = { csrfToken: await browser.csrfToken(), data };
      return browser.post('/auth/session', { json });
    };

    const updateAsText = async (data: string) => {
      const body = `{"csrfToken":"${await browser.csrfToken()}","data":${data}}`;
      return browser.request('POST', '/auth/session', { 'content-type': 'application/json' }, body);
    };

    afterEach(() => app.close());

    it('change nothing by default', async () => {
      app = await start(false);
      browser = app.client();
      await browser.signIn('credentials', JANE);
      const before = await browser.session();

      for (const data of [
        CLAIMS,
        { user: CLAIMS },
        { session: { user: CLAIMS } },
        [CLAIMS],
        'x',
        7,
        null,
      ]) {
        const response = await update(data);
        expect(response.status).toBe(200);
        expect(response.json()).toMatchObject({
          user: { name: 'jane', email: 'jane@example.com' },
        });
      }
      expect(await browser.session()).toMatchObject({
        ...before,
        expires: expect.any(String) as string,
      });
    });

    it('cannot set the user or the expiry, even if the jwt callback spreads them', async () => {
      app = await start(true);
      browser = app.client();
      await browser.signIn('credentials', JANE);
      const before = Date.now();

      expect((await update(CLAIMS)).status).toBe(200);
      await browser.session();

      const token = tokens.at(-1);
      expect(token).toMatchObject({ sub: 'id-of-jane', name: 'otto', email: 'otto@example.com' });
      expect(token?.jti).not.toBe('mine');
      expect(token).not.toHaveProperty('sid');
      expect(token).not.toHaveProperty('nbf');
      expect(token).not.toHaveProperty('auth_time');
      expect(token?.iat).toBeGreaterThanOrEqual(Math.floor(before / 1000));
      expect(token?.exp).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + HOUR);
    });

    it('cannot break the session, however deep or large they are', async () => {
      app = await start(true);
      browser = app.client();
      await browser.signIn('credentials', JANE);
      const deep = `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`;

      const refused = [400, 413, 503];
      expect(refused).toContain((await updateAsText(deep)).status);
      for (const data of [{ x: 'x'.repeat(80_000) }, { toJSON: 'x' }]) {
        expect([200, ...refused]).toContain((await update(data)).status);
      }
      expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
      expect((await update({ name: 'Jane Doe' })).json()).toMatchObject({
        user: { name: 'Jane Doe' },
      });
    });
  },
);
