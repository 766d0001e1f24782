import { randomUUID } from 'node:crypto';
import { Credentials, OIDC } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { AccountApp } from '../support/account-app.js';
import { PASSWORD, platforms } from '../support/test-app.js';

const [platform = 'express'] = platforms();

describe('the undo of an address', () => {
  const adapter = new MemoryAdapter();
  let idp: FakeOAuthServer;
  let app: AccountApp;

  beforeAll(async () => {
    idp = await FakeOAuthServer.start();
    const staff = Credentials({
      usersOfAdapter: true,
      credentials: { id: {}, password: { type: 'password' } },
      authorize: ({ id = '', password }) => (password === PASSWORD ? adapter.getUser(id) : null),
    });
    const providers = [staff, OIDC({ id: 'idp', name: 'IdP', ...idp.client })];
    app = await AccountApp.start({
      platform,
      strategy: 'database',
      adapter,
      config: { providers },
    });
  });
  afterAll(async () => {
    await app.close();
    await idp.close();
  });

  it('revokes the tokens of accounts that were added since, and of no others (HT10)', async () => {
    const user = await app.user();
    const link = (name: string) =>
      adapter.linkAccount({
        userId: user.id,
        provider: 'idp',
        providerAccountId: `${name}-${user.id}`,
        type: 'oidc',
        refresh_token: `token-of-${name}`,
      });
    await link('owner');
    await app.changed(await app.signedIn(user), user, `${randomUUID()}@thief.example`);
    await link('thief');
    await app.follow(app.app.client(), await app.link(user.email, 'email-changed'));

    const accounts = await adapter.listAccountsByUserId(user.id);
    expect(accounts.map(({ refresh_token }) => refresh_token)).toEqual(['token-of-owner']);
    const revoked = idp.requestsTo('revocation').map(({ form }) => form.get('token'));
    expect(revoked).toEqual(['token-of-thief']);
  });
});
