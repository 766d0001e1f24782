import { randomUUID } from 'node:crypto';
import { SessionService } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { MapRegistry } from '../support/map-registry.js';
import { PASSWORD, TestApp } from '../support/test-app.js';

it.each([true, false])(
  'what authorize returned before all access ended is not used after it, with usersOfAdapter %s (ID24)',
  async (usersOfAdapter) => {
    const adapter = new MemoryAdapter();
    let role = 'admin';
    let calls = 0;
    const meanwhile: { run?: () => Promise<void> } = {};
    const user = await adapter.createUser({
      id: randomUUID(),
      email: 'v@x.example',
      emailVerified: new Date(),
    });
    const app = await TestApp.start({
      platform: 'express',
      config: {
        adapter,
        session: { strategy: 'jwt', revocation: new MapRegistry() },
        providers: [
          {
            id: 'password',
            name: 'Password',
            type: 'credentials',
            usersOfAdapter,
            credentials: { email: {}, password: { type: 'password' } },
            authorize: ({ password }) => {
              calls += 1;
              return password === PASSWORD ? { id: user.id, email: user.email, role } : null;
            },
          },
        ],
        callbacks: {
          signIn: async () => {
            await meanwhile.run?.();
            return true;
          },
          jwt: ({ token, user: given }) =>
            given ? { ...token, role: (given as { role?: string }).role } : token,
          session: ({ session, token }) => ({
            ...session,
            user: { ...session.user, role: token['role'] },
          }),
        },
      },
    });
    meanwhile.run = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      role = 'reader'; // an administrator takes the rights away, and ends all access, so that they sign in anew
      await app.app.get(SessionService).endAccess(user.id);
    };
    const browser = app.client();
    const csrfToken = await browser.csrfToken();
    await browser.post('/auth/callback/password', {
      form: { csrfToken, email: user.email, password: PASSWORD },
    });
    const shown = await browser.session<{ user: { role: string } } | null>();
    await app.close();
    expect({ calls, role: shown?.user.role }).not.toEqual({ calls, role: 'admin' });
  },
);
