import { randomUUID } from 'node:crypto';
import { Email, OIDC, type AuthConfig } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { MapRegistry } from '../support/map-registry.js';
import { TestApp } from '../support/test-app.js';

/** Only people whom an administrator has created may sign in. */
describe.each<[string, AuthConfig['session']]>([
  ['database', { strategy: 'database' }],
  ['jwt', { strategy: 'jwt', revocation: new MapRegistry() }],
])('an application that admits only users who exist, %s', (_, session) => {
  it.each(['idp', 'email'] as const)(
    'does not register again somebody who is deleted at that moment, with %s (ID21)',
    async (way) => {
      const idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
      const adapter = new MemoryAdapter();
      let mailed = new URL('http://x');
      const meanwhile: { run?: () => Promise<void> } = {};
      const app = await TestApp.start({
        platform: 'express',
        config: {
          adapter,
          session,
          fetch: idp.fetch,
          providers: [
            OIDC({ id: 'idp', name: 'IdP', ...idp.client }),
            Email({
              server: 'smtp://127.0.0.1:1',
              sendVerificationRequest: ({ url }) => void (mailed = new URL(url)),
            }),
          ],
          callbacks: {
            signIn: async ({ user, email }) => {
              const isMember = (await adapter.getUser(user.id ?? '')) !== null;
              if (!email?.verificationRequest) await meanwhile.run?.();
              return isMember;
            },
          },
        },
      });
      const email = `${randomUUID()}@x.example`;
      const sub = randomUUID();
      const user = await adapter.createUser({ id: randomUUID(), email, emailVerified: new Date() });
      await adapter.linkAccount({
        userId: user.id,
        provider: 'idp',
        providerAccountId: sub,
        type: 'oidc',
      });
      const browser = app.client();
      idp.claims = { sub, email, email_verified: true };
      let back = '';
      if (way === 'idp') {
        const { location = '' } = await browser.signIn('idp', { callbackUrl: '/' });
        back = (await idp.authorize(location)).url.href;
      } else {
        await browser.signIn('email', { email });
        back = mailed.pathname + mailed.search;
      }
      meanwhile.run = async () => void (await adapter.deleteUser(user.id));
      const { location } = await browser.get(back);
      const left = await adapter.getUserByEmail(email);
      const shown = await browser.session();
      await app.close();
      await idp.close();
      expect({ location, left: left && 'registered again', shown: shown && 'signed in' }).toEqual({
        location: expect.stringMatching(/error=/),
        left: null,
        shown: null,
      });
    },
  );
});
