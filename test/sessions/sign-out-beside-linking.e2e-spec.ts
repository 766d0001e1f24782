import { randomUUID } from 'node:crypto';
import { OIDC } from '@authnest/core';
import { FakeOAuthServer } from '@authnest/testing';
import { describeStores, type OpenStore } from '../support/describe-stores.js';
import { platforms, TestApp } from '../support/test-app.js';

await describeStores((open) =>
  describe.each(platforms())('a stored session to which an account is added, on %s', (platform) => {
    let opened: OpenStore;
    let idp: FakeOAuthServer;
    let app: TestApp;
    /** Runs once, before the session that is replaced is deleted. */
    let meanwhile: (() => Promise<unknown>) | undefined;

    beforeAll(async () => {
      opened = await open();
      const { store } = opened;
      const deleteSession = store.deleteSession.bind(store);
      store.deleteSession = async (token) => {
        const run = meanwhile;
        meanwhile = undefined;
        await run?.();
        return deleteSession(token);
      };
      idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
      app = await TestApp.start({
        platform,
        config: {
          adapter: store,
          session: { strategy: 'database' },
          fetch: idp.fetch,
          providers: [OIDC({ id: 'idp', name: 'IdP', ...idp.client })],
        },
      });
    });
    afterAll(async () => {
      await app.close();
      await idp.close();
      await opened.close();
    });

    async function callback(browser: ReturnType<TestApp['client']>): Promise<string> {
      const sub = randomUUID();
      idp.claims = { sub, email: `${sub}@x.example`, email_verified: true };
      const { location = '' } = await browser.signIn('idp', { callbackUrl: '/' });
      return (await idp.authorize(location)).url.href;
    }

    it('does not survive a sign-out with the cookie that it replaces (AT4)', async () => {
      const browser = app.client();
      await browser.get(await callback(browser));
      const back = await callback(browser);
      const copy = app.client();
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
      const csrfToken = await copy.csrfToken();
      meanwhile = () => copy.post('/auth/signout', { form: { csrfToken } });

      const { location } = await browser.get(back);

      expect(location).toContain('error=AccessDenied');
      expect(await browser.session()).toBeNull();
      expect(await copy.session()).toBeNull();
    });

    it('goes on without a sign-out', async () => {
      const browser = app.client();
      await browser.get(await callback(browser));

      const { location } = await browser.get(await callback(browser));

      expect(location).toBe(`${app.url}/`);
      expect(await browser.session()).not.toBeNull();
    });
  }),
);
