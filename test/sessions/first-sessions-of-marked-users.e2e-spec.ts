import { OIDC } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { platforms, TestApp } from '../support/test-app.js';

describe.each(platforms())(
  'a listener of createUser that marks the address as verified, on %s',
  (platform) => {
    it.each([
      ['database', false],
      ['jwt', false],
      ['database', true],
      ['jwt', true],
    ] as const)(
      'leaves the first session as good as any, with %s sessions (marks: %s) (BT11)',
      async (strategy, marks) => {
        const idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
        const adapter = new MemoryAdapter();
        const app = await TestApp.start({
          platform,
          config: {
            adapter,
            fetch: idp.fetch,
            session: { strategy },
            providers: [
              OIDC({ id: 'idp', name: 'IdP', ...idp.client }),
              OIDC({ id: 'other', name: 'Other', ...idp.client }),
            ],
            events: {
              createUser: async ({ user }) => {
                if (marks)
                  await adapter.updateUser({ id: user.id ?? '', emailVerified: new Date() });
              },
            },
          },
        });
        const browser = app.client();
        const by = async (id: string, sub: string) => {
          // The provider says nothing about the verification of addresses.
          idp.claims = { sub, email: `${sub}@x.example` };
          const { location = '' } = await browser.signIn(id, { callbackUrl: '/' });
          return browser.get((await idp.authorize(location)).url.href);
        };
        await by('idp', 'jane');
        expect(await browser.session()).not.toBeNull();
        const { location } = await by('other', 'jane-elsewhere');
        const jane = await adapter.getUserByEmail('jane@x.example');
        const accounts = await adapter.listAccountsByUserId(jane?.id ?? '');
        const shown = await browser.session();
        await app.close();
        await idp.close();

        expect(location).not.toContain('error=');
        expect(shown?.user?.email).toBe('jane@x.example');
        expect(accounts).toHaveLength(2);
      },
    );
  },
);
