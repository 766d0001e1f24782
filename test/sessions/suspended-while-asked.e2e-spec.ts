import { randomUUID } from 'node:crypto';
import { Email, OIDC, SessionService, type AuthConfig } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { MapRegistry } from '../support/map-registry.js';
import { PASSWORD, TestApp } from '../support/test-app.js';

/** The application suspends somebody: it stores that, and then ends all access. `signIn` refuses who is suspended. */
describe.each<[string, AuthConfig['session']]>([
  ['database', { strategy: 'database' }],
  ['jwt', { strategy: 'jwt', revocation: new MapRegistry() }],
])('a user who is suspended during a sign-in, %s', (_, session) => {
  it.each([
    ['idp', 'endAccess'],
    ['email', 'endAccess'],
    ['password', 'endAccess'],
    ['idp', 'revokeAll'],
  ] as const)('gets no session with %s after %s (ID20)', async (way, end) => {
    const idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
    const adapter = new MemoryAdapter();
    const suspended = new Set<string>();
    let mailed = new URL('http://x');
    let during: (() => Promise<void>) | undefined;
    const email = `${randomUUID()}@x.example`;
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
          {
            id: 'password',
            name: 'Password',
            type: 'credentials',
            usersOfAdapter: true,
            credentials: { email: {}, password: { type: 'password' } },
            authorize: async ({ email: typed, password }) =>
              password === PASSWORD ? adapter.getUserByEmail(`${typed}`) : null,
          },
        ],
        callbacks: {
          signIn: async ({ user, email: mail }) => {
            const isAdmitted = !suspended.has(user.id ?? '');
            if (!mail?.verificationRequest) await during?.(); // the answer of a database is on its way
            return isAdmitted;
          },
        },
      },
    });
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
    const sessions = app.app.get(SessionService);
    const suspend = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      suspended.add(user.id);
      if (end === 'endAccess') await sessions.endAccess(user.id);
      else await sessions.revokeAll({ userId: user.id });
    };
    let location: string | undefined;
    if (way === 'password') {
      during = suspend;
      const csrfToken = await browser.csrfToken();
      ({ location } = await browser.post('/auth/callback/password', {
        form: { csrfToken, email, password: PASSWORD },
      }));
    }
    if (way === 'email') {
      await browser.signIn('email', { email });
      during = suspend;
      ({ location } = await browser.get(mailed.pathname + mailed.search));
    }
    if (way === 'idp') {
      const begin = await browser.signIn('idp', { callbackUrl: '/' });
      const back = (await idp.authorize(begin.location ?? '')).url.href;
      during = suspend;
      ({ location } = await browser.get(back));
    }
    during = undefined;
    const shown = await browser.session();
    await app.close();
    await idp.close();
    expect({
      isSuspended: suspended.has(user.id),
      location,
      shown: shown && 'signed in',
    }).toMatchObject({ isSuspended: true, shown: null });
  });
});
