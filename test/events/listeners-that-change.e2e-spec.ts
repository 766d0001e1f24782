import { createHash, randomUUID } from 'node:crypto';
import { Email, OIDC, type AuthConfig } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { MapRegistry } from '../support/map-registry.js';
import { TestApp } from '../support/test-app.js';

/** As an application may do before it sends the message to an analytics service. */
function anonymize({
  user,
}: {
  user: { id?: string; email?: string | null; name?: string | null };
}) {
  user.id = createHash('sha256').update(`${user.id}`).digest('hex').slice(0, 12);
  user.email = 'a***@x.example';
}

describe('a listener that changes its message', () => {
  let idp: FakeOAuthServer;
  let app: TestApp;
  let mailed = new URL('http://x');
  const adapter = new MemoryAdapter();
  async function start(events: AuthConfig['events']) {
    idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
    app = await TestApp.start({
      platform: 'express',
      config: {
        adapter,
        session: { strategy: 'jwt', revocation: new MapRegistry() },
        fetch: idp.fetch,
        events,
        callbacks: { session: ({ session }) => session },
        providers: [
          OIDC({ id: 'idp', name: 'IdP', ...idp.client }),
          Email({
            server: 'smtp://127.0.0.1:1',
            sendVerificationRequest: ({ url }) => void (mailed = new URL(url)),
          }),
        ],
      },
    });
  }
  afterEach(async () => {
    await app.close();
    await idp.close();
  });

  it.each(['createUser', 'linkAccount'] as const)(
    'a listener of %s does not decide who is signed in (ID27)',
    async (event) => {
      await start({ [event]: anonymize });
      const email = `${randomUUID()}@x.example`;
      idp.claims = { sub: randomUUID(), email, email_verified: true };
      const browser = app.client();
      const begin = await browser.signIn('idp', { callbackUrl: '/' });
      await browser.get((await idp.authorize(begin.location ?? '')).url.href);
      const user = (await browser.session())?.user;
      const stored = await adapter.getUserByEmail(email);
      expect({ id: user?.id, email: user?.email }).toEqual({ id: stored?.id, email });
    },
  );
  it('a listener of updateUser does not decide who a mailed link signs in (ID27)', async () => {
    await start({ updateUser: ({ user }) => void (user.id = other) });
    const { id: other } = await adapter.createUser({
      id: randomUUID(),
      email: 'other@x.example',
      emailVerified: new Date(),
    });
    const email = `${randomUUID()}@x.example`;
    const stored = await adapter.createUser({ id: randomUUID(), email, emailVerified: null });
    const browser = app.client();
    await browser.signIn('email', { email });
    await browser.get(mailed.pathname + mailed.search);
    expect((await browser.session())?.user?.id).toBe(stored.id);
  });
});
