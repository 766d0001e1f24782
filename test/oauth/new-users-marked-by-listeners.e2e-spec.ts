import { OIDC } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { platforms, TestApp } from '../support/test-app.js';
import { without } from '../support/without.js';

describe.each(platforms())(
  'a listener of createUser that marks the address as verified, on %s',
  (platform) => {
    it.each([
      ['an adapter in single steps', 'database', true],
      ['an adapter in single steps', 'jwt', true],
      ['an adapter with transactions', 'database', false],
      ['an adapter with transactions', 'jwt', false],
    ] as const)(
      'leaves the user a new one, with %s and %s sessions (BT8)',
      async (_, strategy, inSteps) => {
        const idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
        const memory = new MemoryAdapter();
        const seen: unknown[] = [];
        const app = await TestApp.start({
          platform,
          config: {
            adapter: inSteps ? without(memory, 'registerUser', 'addToUser', 'proveUser') : memory,
            fetch: idp.fetch,
            session: { strategy },
            pages: { newUser: '/welcome' },
            providers: [OIDC({ id: 'idp', name: 'IdP', ...idp.client })],
            events: {
              createUser: async ({ user }) =>
                void (await memory.updateUser({ id: user.id ?? '', emailVerified: new Date() })),
              signIn: ({ isNewUser }) => void seen.push(isNewUser),
            },
          },
        });
        idp.claims = { sub: 'jane', email: 'jane@x.example', email_verified: true };
        const browser = app.client();
        const { location = '' } = await browser.signIn('idp', { callbackUrl: '/' });
        const answer = await browser.get((await idp.authorize(location)).url.href);
        await app.close();
        await idp.close();
        expect({ location: answer.location, seen }).toEqual({
          location: expect.stringContaining('/welcome'),
          seen: [true],
        });
      },
    );
  },
);
