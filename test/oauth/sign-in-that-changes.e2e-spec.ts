import { randomUUID } from 'node:crypto';
import { type AuthConfig, OIDC } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { TestApp } from '../support/test-app.js';

/** As an application may do whose provider reports a better name for its users. */
const signIn: NonNullable<AuthConfig['callbacks']>['signIn'] = ({ user, profile }) => {
  user.email = profile?.preferred_username ?? user.email ?? null;
  return true;
};

describe('a `signIn` callback that writes another address', () => {
  const adapter = new MemoryAdapter();
  let idp: FakeOAuthServer;
  let app: TestApp;

  beforeAll(async () => {
    idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
    const provider = { id: 'idp', name: 'IdP', ...idp.client };
    app = await TestApp.start({
      platform: 'express',
      config: {
        adapter,
        fetch: idp.fetch,
        callbacks: { signIn },
        providers: [OIDC({ ...provider, allowDangerousEmailAccountLinking: true })],
      },
    });
  });
  afterAll(async () => {
    await app.close();
    await idp.close();
  });

  async function arrive(name: string) {
    idp.claims = {
      sub: randomUUID(),
      email: 'attacker@evil.example',
      email_verified: true,
      preferred_username: name, // users choose it
    };
    const browser = app.client();
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/' });
    return browser.get((await idp.authorize(location)).url.href);
  }

  it('does not get the account of whoever has that address (LT12)', async () => {
    const email = 'victim@x.example';
    const victim = await adapter.createUser({ id: randomUUID(), email, emailVerified: new Date() });

    const { location } = await arrive(email);

    expect(location).toContain('OAuthAccountNotLinked');
    expect(await adapter.listAccountsByUserId(victim.id)).toEqual([]);
  });

  it('does not make the provider vouch for that address (LT12)', async () => {
    await arrive('newcomer@x.example');

    const user = await adapter.getUserByEmail('newcomer@x.example');
    const accounts = await adapter.listAccountsByUserId(user?.id ?? '');
    expect(accounts).toMatchObject([{ provider: 'idp' }]);
    expect(accounts[0]?.emailVerified).not.toBe(true);
  });
});
