import { type AdapterUser, type Addition, Email, OIDC } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { Mailbox } from '../support/mailbox.js';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';

const OLD = 'attacker@x.example';
const NEW = 'victim@x.example';

/** Changes the address of a user, as docs/linking-accounts.md says, just before a proof is kept. */
class Racing extends MemoryAdapter {
  user: AdapterUser | undefined;

  override async addToUser(addition: Addition): Promise<boolean> {
    const { user } = this;
    if (user && addition.proof) {
      this.user = undefined;
      for (const { provider, providerAccountId } of await this.listAccountsByUserId(user.id)) {
        await this.updateAccount({ provider, providerAccountId, emailVerified: false });
      }
      await this.updateUser({ id: user.id, email: NEW, emailVerified: null });
      await this.endAccess({ userId: user.id, at: new Date() });
    }
    return super.addToUser(addition);
  }
}

describe.each(platforms())('a sign-in while the address of its user changes, on %s', (platform) => {
  let idp: FakeOAuthServer;
  let mailbox: Mailbox;
  let app: TestApp;
  let adapter: Racing;

  beforeEach(async () => {
    idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
    mailbox = await Mailbox.start();
    adapter = new Racing();
    app = await TestApp.start({
      platform,
      config: {
        adapter,
        fetch: idp.fetch,
        session: { strategy: 'database' },
        providers: [
          OIDC({ id: 'idp', name: 'IdP', ...idp.client }),
          Email({ server: mailbox.url }),
        ],
      },
    });
  });
  afterEach(async () => {
    await app.close();
    await mailbox.close();
    await idp.close();
  });

  async function byProvider(browser: CheckedClient, verified: boolean) {
    idp.claims = { sub: 'the attacker', email: OLD, email_verified: verified };
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/' });
    return browser.get((await idp.authorize(location)).url.href);
  }

  it('does not prove the new address (BT1)', async () => {
    await byProvider(app.client(), false);
    const attacker = (await adapter.getUserByEmail(OLD)) as AdapterUser;

    // The provider has verified the old address by now; the application changes it at this moment.
    adapter.user = attacker;
    await byProvider(app.client(), true);
    expect((await adapter.getUser(attacker.id))?.email).toBe(NEW);
    const [account] = await adapter.listAccountsByUserId(attacker.id);

    // The owner of the new address proves it: nothing that was there before gives access.
    const victim = app.client();
    await victim.signIn('email', { email: NEW });
    await victim.get(await mailbox.link());
    const again = app.client();
    await byProvider(again, true);

    expect((await victim.session())?.user?.email).toBe(NEW);
    expect((await again.session())?.user?.email).not.toBe(NEW);
    expect(account?.emailVerified).toBe(false);
  });
});
