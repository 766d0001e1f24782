import { setTimeout as pauseFor } from 'node:timers/promises';
import { OIDC } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { platforms, TestApp } from '../support/test-app.js';

describe.each(platforms())('an account that is added, on %s', (platform) => {
  it.each([false, true])(
    'does not begin the session anew; a listener marks the address as verified: %s (BT10)',
    async (marks) => {
      const idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
      const adapter = new MemoryAdapter();
      const app = await TestApp.start({
        platform,
        config: {
          adapter,
          fetch: idp.fetch,
          session: { strategy: 'database', absoluteMaxAge: 3600 },
          providers: [
            OIDC({ id: 'idp', name: 'IdP', ...idp.client }),
            OIDC({ id: 'other', name: 'Other', ...idp.client }),
          ],
          events: {
            linkAccount: async ({ user, account }) => {
              if (!marks || account.provider !== 'other') return;
              await adapter.updateUser({ id: user.id ?? '', emailVerified: new Date() });
            },
          },
        },
      });
      const browser = app.client();
      const by = async (id: string, sub: string) => {
        idp.claims = { sub, email: 'jane@x.example', email_verified: true };
        const { location = '' } = await browser.signIn(id, { callbackUrl: '/' });
        await browser.get((await idp.authorize(location)).url.href);
      };
      const sessions = async () => {
        const user = await adapter.getUserByEmail('jane@x.example');
        return adapter.listSessionsByUserId(user?.id ?? '');
      };
      await by('idp', 'jane');
      const [first] = await sessions();
      await pauseFor(50);
      await by('other', 'jane elsewhere');
      const after = await sessions();
      await app.close();
      await idp.close();

      expect(after.map(({ createdAt, provider }) => ({ createdAt, provider }))).toEqual([
        { createdAt: first?.createdAt, provider: 'idp' },
      ]);
    },
  );
});
