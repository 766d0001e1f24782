import { OIDC } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { PasskeyUser, startPasskeyApp } from '../support/passkeys.js';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { platforms } from '../support/test-app.js';
import { TokenApp } from '../support/token-app.js';

/** An adapter that can list passkeys, but not accounts, as those of Auth.js. */
class ListsNoAccounts extends MemoryAdapter {
  override listAccountsByUserId = undefined as never;
}

describe.each(platforms())('a user who has a hundred accounts, on %s', (platform) => {
  it.each([
    ['the accounts', new MemoryAdapter()],
    ['the passkeys', new ListsNoAccounts()],
  ])('adds no further passkey, by a list of %s (ID12)', async (_list, adapter) => {
    const app = await startPasskeyApp({ platform, adapter });
    const owner = new PasskeyUser(app);
    await owner.register();
    const { id: userId = '' } = (await adapter.getUserByEmail('ada@example.com')) ?? {};
    const [passkey] = await adapter.listAuthenticatorsByUserId(userId);
    for (let nth = 1; nth < 99; nth += 1) {
      const own = { userId, providerAccountId: `${nth}` };
      await adapter.linkAccount({ ...own, provider: 'other', type: 'webauthn' });
      await adapter.createAuthenticator({ ...passkey, ...own, credentialID: `${nth}` } as never);
    }
    const add = async () => (await owner.register('', new SoftwareAuthenticator(app.url))).response;
    const count = async () => (await adapter.listAuthenticatorsByUserId(userId)).length;

    expect((await add()).headers.location).not.toContain('error');
    expect(await count()).toBe(100);
    expect((await add()).headers.location).toContain('error=AccessDenied');

    expect(await count()).toBe(100);
    expect(await owner.browser.session()).not.toBeNull();
    await app.close();
  });

  it('links no further account, and signs in with each of them (ID12)', async () => {
    const idp = await FakeOAuthServer.start();
    const adapter = new MemoryAdapter();
    const providers = ['idp', 'second'].map((id) => OIDC({ id, name: id, ...idp.client }));
    const app = await TokenApp.start(platform, idp, { adapter, providers });
    const browser = await app.signIn();
    const [session] = (Reflect.get(adapter, 'tables') as Tables).sessions.all();
    const { userId = '' } = session ?? {};
    for (let nth = 1; nth < 100; nth += 1) {
      const providerAccountId = `${nth}`;
      await adapter.linkAccount({ userId, providerAccountId, provider: 'other', type: 'oidc' });
    }

    await expect(app.signIn('second', browser)).rejects.toThrow('error=AccessDenied');

    expect(await adapter.listAccountsByUserId(userId)).toHaveLength(100);
    expect(await (await app.signIn()).session()).not.toBeNull();
    await app.close();
    await idp.close();
  });
});

interface Tables {
  readonly sessions: { all(): { userId: string }[] };
}
