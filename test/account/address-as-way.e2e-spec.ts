import { Credentials, Email } from '@authnest/core';
import { Password, passwordTable } from '@authnest/password';
import { aUser, MemoryAdapter } from '@authnest/testing';
import { AccountApp } from '../support/account-app.js';
import { AccountWaysApp } from '../support/account-ways-app.js';
import { CHEAP } from '../support/password-app.js';
import { plainOAuth } from '../support/plain-oauth.js';
import { PASSWORD } from '../support/test-app.js';

describe('an address as the last way to sign in', () => {
  const adapter = new MemoryAdapter();
  let rig: AccountWaysApp;
  beforeAll(async () => {
    const providers = [
      Credentials({
        usersOfAdapter: true,
        credentials: { email: {}, password: { type: 'password' } },
        authorize: async ({ email = '' }) => adapter.getUserByEmail(email),
      }),
      plainOAuth(),
      Email({ sendVerificationRequest: () => Promise.resolve() }),
    ];
    rig = await AccountWaysApp.start({ platform: 'express', adapter, config: { providers } });
  });
  afterAll(() => rig.close());

  const unlinked = async (email: string): Promise<number> => {
    const user = await adapter.createUser({ ...aUser(), email, emailVerified: new Date() });
    await rig.give(user, 'gh');
    const browser = await rig.signedIn(user);
    const { accounts } = await rig.overview<{ accounts: { id: string; canUnlink: boolean }[] }>(
      browser,
    );
    const { id = '', canUnlink } = accounts[0] ?? {};
    const { status } = await rig.post(browser, 'unlink', { provider: 'gh', id });
    expect(canUnlink).toBe(status === 302);
    return status;
  };

  it('counts if a link to it finds the user', async () => {
    expect(await unlinked('ada@example.com')).toBe(302);
  });

  it('does not count in capitals, where a link to it would register another user', async () => {
    expect(await unlinked('Grace@Example.com')).toBe(409);
  });
});

describe('a password as the last way to sign in', () => {
  it('counts only if its address finds the user', async () => {
    const adapter = new MemoryAdapter();
    const providers = [
      Password({ hashing: CHEAP }),
      plainOAuth(),
      Credentials({
        usersOfAdapter: true,
        credentials: { id: {}, password: { type: 'password' } },
        authorize: async ({ id = '', password }) =>
          password === PASSWORD ? adapter.getUser(id) : null,
      }),
    ];
    const app = await AccountApp.start({
      platform: 'express',
      strategy: 'database',
      adapter,
      config: { providers },
    });
    for (const [email, canUnlink] of [
      ['ada@example.com', true],
      ['Grace@Example.com', false],
    ] as const) {
      const user = await app.user({ email });
      const row = { userId: user.id, hash: 'none', changedAt: new Date(), mustChange: false };
      await adapter.insertRows({ table: passwordTable, rows: [row] });
      const account = { provider: 'gh', providerAccountId: user.id, type: 'oauth' as const };
      await adapter.linkAccount({ ...account, userId: user.id });
      const browser = await app.signedIn(user);
      const page = await browser.get('/auth/account', { accept: 'application/json' });
      expect(page.json()).toMatchObject({ accounts: [{ provider: 'gh', canUnlink }] });
    }
    await app.close();
  });
});
