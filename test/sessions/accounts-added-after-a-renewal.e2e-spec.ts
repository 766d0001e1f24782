import { setTimeout as sleep } from 'node:timers/promises';
import { type Adapter, OIDC } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { platforms, TestApp } from '../support/test-app.js';

/** As adapters of Auth.js are: without the columns of Authnest. */
function likeAuthJs(): Adapter {
  const adapter = new MemoryAdapter();
  return new Proxy(adapter, {
    get: (target, name) => {
      if (name === 'columns') return [];
      if (name === 'endAccess') return undefined;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  }) as Adapter;
}

describe.each(platforms())(
  'a provider that is added with a stateless session, on %s',
  (platform) => {
    it.each([
      ['an adapter of Auth.js', likeAuthJs],
      ['an adapter with all columns', () => new MemoryAdapter()],
    ])('is linked although the session was renewed meanwhile, with %s (BT5)', async (_, make) => {
      const idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
      const adapter = make();
      const app = await TestApp.start({
        platform,
        config: {
          adapter,
          fetch: idp.fetch,
          session: { strategy: 'jwt', updateAge: 0 },
          providers: [
            OIDC({ id: 'idp', name: 'IdP', ...idp.client }),
            OIDC({ id: 'other', name: 'Other', ...idp.client }),
          ],
        },
      });
      const browser = app.client();
      const start = async (id: string, sub: string) => {
        idp.claims = { sub, email: `${sub}@x.example`, email_verified: true };
        const { location = '' } = await browser.signIn(id, { callbackUrl: '/' });
        return (await idp.authorize(location)).url.href;
      };
      await browser.get(await start('idp', 'jane'));
      expect((await browser.session())?.user?.email).toBe('jane@x.example');

      const callback = await start('other', 'jane-elsewhere');
      await sleep(1100);
      // Another tab reads the session, which is extended.
      await browser.session();
      const { location } = await browser.get(callback);
      await app.close();
      await idp.close();

      expect(location).not.toContain('error=');
    });
  },
);
