import { randomUUID } from 'node:crypto';
import { OIDC } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { MapRegistry } from '../support/map-registry.js';
import { MapRevocations } from '../support/revocations.js';
import { platforms, TestApp } from '../support/test-app.js';

describe.each(platforms())(
  'a stateless session to which an account is added, on %s',
  (platform) => {
    describe.each([
      ['a registry', () => new MapRegistry()],
      ['a list of ended sessions', () => new MapRevocations()],
    ])('with %s', (_, create) => {
      let idp: FakeOAuthServer;
      let app: TestApp;
      /** Runs once, before the session that is replaced is revoked. */
      let meanwhile: (() => Promise<unknown>) | undefined;

      beforeAll(async () => {
        const revocation = create();
        const revoke = revocation.revoke.bind(revocation);
        revocation.revoke = async (entry) => {
          const run = meanwhile;
          meanwhile = undefined;
          await run?.();
          return revoke(entry);
        };
        idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
        app = await TestApp.start({
          platform,
          config: {
            adapter: new MemoryAdapter(),
            session: { strategy: 'jwt', revocation },
            fetch: idp.fetch,
            providers: [OIDC({ id: 'idp', name: 'IdP', ...idp.client })],
          },
        });
      });
      afterAll(async () => {
        await app.close();
        await idp.close();
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
    });
  },
);
