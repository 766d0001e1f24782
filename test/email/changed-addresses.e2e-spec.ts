import { type Adapter, type AdapterUser, type AuthConfig, Email, OIDC } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { Mailbox } from '../support/mailbox.js';
import { MapRegistry } from '../support/map-registry.js';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';
import { without } from '../support/without.js';

const OLD = 'old@x.example';
const NEW = 'new@x.example';

/** Changes the address of a user, as docs/linking-accounts.md says, just before a proof is written. */
class Racing extends MemoryAdapter {
  user: AdapterUser | undefined;

  override async proveUser(...[proof]: Parameters<MemoryAdapter['proveUser']>) {
    await this.change();
    return super.proveUser(proof);
  }

  override async updateUser(...[user]: Parameters<MemoryAdapter['updateUser']>) {
    if (user.emailVerified) await this.change();
    return super.updateUser(user);
  }

  async change(): Promise<void> {
    const { user } = this;
    if (!user) return;
    this.user = undefined;
    for (const { provider, providerAccountId } of await this.listAccountsByUserId(user.id)) {
      await this.updateAccount({ provider, providerAccountId, emailVerified: false });
    }
    await this.updateUser({ id: user.id, email: NEW, emailVerified: null });
    await this.endAccess({ userId: user.id, at: new Date() });
  }
}

const stores: readonly [string, (racing: Racing) => Adapter][] = [
  ['transactions', (racing) => racing],
  ['single steps', (racing) => without(racing, 'addToUser', 'proveUser', 'registerUser')],
];
const strategies: readonly [string, () => AuthConfig['session']][] = [
  ['database', () => ({ strategy: 'database' })],
  ['jwt', () => ({ strategy: 'jwt', revocation: new MapRegistry() })],
];

describe.each(platforms())('a link to an address that its user gives up, on %s', (platform) => {
  describe.each(stores)('stored in %s', (_store, storeOf) => {
    describe.each(strategies)('with %s sessions', (_strategy, session) => {
      let idp: FakeOAuthServer;
      let mailbox: Mailbox;
      let app: TestApp;
      let adapter: Racing;

      beforeEach(async () => {
        idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
        mailbox = await Mailbox.start();
        adapter = new Racing();
        const oidc = { id: 'idp', name: 'IdP', ...idp.client };
        app = await TestApp.start({
          platform,
          config: {
            adapter: storeOf(adapter),
            fetch: idp.fetch,
            session: session(),
            providers: [
              OIDC({ ...oidc, allowDangerousEmailAccountLinking: true }),
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

      async function byProvider(browser: CheckedClient, sub: string, email: string) {
        idp.claims = { sub, email, email_verified: true };
        const { location = '' } = await browser.signIn('idp', { callbackUrl: '/' });
        return browser.get((await idp.authorize(location)).url.href);
      }

      /** Follows a link to the old address while that changes. */
      async function follow(user: AdapterUser) {
        const browser = app.client();
        await browser.signIn('email', { email: OLD });
        const link = await mailbox.link();
        adapter.user = user;
        const { location } = await browser.get(link);
        return { location, session: await browser.session() };
      }

      it('does not prove the new address of a user who had proven none (AT3)', async () => {
        const user = await adapter.createUser({ id: 'jane', email: OLD, emailVerified: null });

        const { location, session: shown } = await follow(user);

        const { email, emailVerified } = (await adapter.getUser('jane')) ?? {};
        expect(email === NEW && emailVerified !== null).toBe(false);
        expect(location).not.toContain('error=Configuration');
        expect(shown?.user?.email).not.toBe(NEW);
      });

      it('does not prove the new address of a user whose old one a provider had verified (AT3)', async () => {
        await byProvider(app.client(), 'sub of jane', OLD);
        const jane = (await adapter.getUserByEmail(OLD)) as AdapterUser;

        await follow(jane);
        await byProvider(app.client(), 'sub of the owner', NEW);

        const { email, emailVerified } = (await adapter.getUser(jane.id)) ?? {};
        expect(email === NEW && emailVerified !== null).toBe(false);
        const linked = await adapter.listAccountsByUserId(jane.id);
        expect(linked.map((one) => one.providerAccountId)).not.toContain('sub of the owner');
      });
    });
  });
});
