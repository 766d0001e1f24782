import { type AdapterUser, type Addition, Email, OIDC } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { Mailbox } from '../support/mailbox.js';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';

const TYPED = 'victim@x.example';
const OTHER = 'attacker@x.example';

/** Changes the address of a user just before another sign-in takes the one that was only typed. */
class Racing extends MemoryAdapter {
  user: AdapterUser | undefined;
  emailVerified: Date | null = null;

  override async addToUser(addition: Addition): Promise<boolean> {
    const { user, emailVerified } = this;
    if (user && addition.email === '') {
      this.user = undefined;
      await this.updateUser({ id: user.id, email: OTHER, emailVerified });
    }
    return super.addToUser(addition);
  }
}

describe.each(platforms())('an address that was only typed, on %s', (platform) => {
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

  async function byProvider(sub: string, verified: boolean): Promise<CheckedClient> {
    const browser = app.client();
    idp.claims = { sub, email: TYPED, email_verified: verified };
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/' });
    await browser.get((await idp.authorize(location)).url.href);
    return browser;
  }
  async function strangers(): Promise<AdapterUser> {
    await byProvider('the stranger', false);
    return (await adapter.getUserByEmail(TYPED)) as AdapterUser;
  }

  it('is not proven by the proof of another one at this moment (BT2)', async () => {
    const stranger = await strangers();
    adapter.user = stranger;
    // The application has verified the other address itself.
    adapter.emailVerified = new Date();
    await byProvider('the owner', true);

    const { email, emailVerified } = (await adapter.getUser(stranger.id)) ?? {};
    const owner = app.client();
    await owner.signIn('email', { email: TYPED });
    await owner.get(await mailbox.link());
    expect((await owner.session())?.user?.email).toBe(TYPED);
    // With the stranger's account, nobody gets into the owner's user.
    const intruder = await byProvider('the stranger', false);

    expect((await intruder.session())?.user?.email).not.toBe(TYPED);
    expect(email === TYPED && Boolean(emailVerified)).toBe(false);
  });

  it('is not taken with the address to which its user changes at this moment (BT2)', async () => {
    const stranger = await strangers();
    adapter.user = stranger;
    await byProvider('the owner', true);

    expect((await adapter.getUser(stranger.id))?.email).toBe(OTHER);
  });
});
