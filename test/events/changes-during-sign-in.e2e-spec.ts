import { type AuthConfig, OIDC } from '@authnest/core';
import { aUser, FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { MailApp } from '../support/mail-app.js';
import { platforms, TestApp } from '../support/test-app.js';
import { Watched } from '../support/watched.js';

const OLD = 'old@x.example';
const ADA = { provider: 'idp', providerAccountId: 'ada' };

/** Holds the function that a test runs during the `signIn` callback. */
type Meanwhile = { now: () => Promise<unknown> };

function callbacksOf(meanwhile: Meanwhile): AuthConfig['callbacks'] {
  return {
    signIn: async ({ email }) => {
      if (!email?.verificationRequest) await meanwhile.now();
      return true;
    },
  };
}

describe.each(platforms())('changes during the signIn callback, on %s', (platform) => {
  let adapter: MemoryAdapter;
  let meanwhile: Meanwhile;
  let mail: MailApp | undefined;

  beforeEach(() => {
    mail = undefined;
    adapter = new MemoryAdapter();
    meanwhile = { now: () => Promise.resolve() };
  });

  afterEach(() => mail?.close());

  it('a link does not sign in a user whose address changes meanwhile (S4)', async () => {
    mail = await MailApp.start({
      platform,
      adapter,
      config: { callbacks: callbacksOf(meanwhile) },
    });
    const { id } = await adapter.createUser(aUser({ email: OLD }));
    const browser = mail.client();
    const link = await mail.linkFor(OLD, browser);
    meanwhile.now = () => adapter.updateUser({ id, email: 'new@x.example' });

    await browser.get(link);

    expect(await browser.session()).toMatchObject({ user: { email: OLD } });
    expect((await adapter.getUserByEmail(OLD))?.id).not.toBe(id);
    expect(await adapter.listSessionsByUserId(id)).toEqual([]);
  });

  describe('an account', () => {
    let provider: FakeOAuthServer;
    let watched: Watched;
    let app: TestApp;

    beforeAll(async () => {
      provider = await FakeOAuthServer.start();
    });
    beforeEach(async () => {
      provider.claims = { sub: 'ada', name: 'Ada', email: OLD, email_verified: true };
      watched = new Watched(adapter);
      app = await TestApp.start({
        platform,
        config: {
          adapter: watched.adapter,
          callbacks: callbacksOf(meanwhile),
          providers: [OIDC({ id: 'idp', name: 'IdP', ...provider.client })],
        },
      });
    });
    afterEach(() => app.close());
    afterAll(() => provider.close());

    async function signIn(browser = app.client()) {
      const { location = '' } = await browser.signIn('idp', { callbackUrl: '/home' });
      const { url } = await provider.authorize(location);
      return { browser, response: await browser.get(url.pathname + url.search) };
    }

    it('that is unlinked does not sign in its user (S4)', async () => {
      await signIn();
      const user = await adapter.getUserByAccount(ADA);
      await adapter.deleteSessionsByUserId(user?.id ?? '');
      meanwhile.now = () => adapter.unlinkAccount(ADA);

      const { browser, response } = await signIn();

      expect(response.location).toContain('error=OAuthAccountNotLinked');
      expect(await browser.session()).toBeNull();
      expect(await adapter.listSessionsByUserId(user?.id ?? '')).toEqual([]);
    });

    it('without an address that another request registers signs in that user (H16)', async () => {
      provider.claims = { sub: 'ada', name: 'Ada' };
      const user = aUser({ email: '' });
      watched.before.set('registerUser', () => {
        watched.before.clear();
        return adapter.registerUser({ user, account: { ...ADA, type: 'oidc' } });
      });

      const { browser, response } = await signIn();

      expect(response.location).toBe(`${app.url}/home`);
      expect(await browser.session()).not.toBeNull();
      expect(await adapter.listSessionsByUserId(user.id)).toHaveLength(1);
    });

    it('that another user gets while it is being added is not added (H16)', async () => {
      const { browser } = await signIn();
      const user = await adapter.getUserByAccount(ADA);
      const other = await adapter.createUser(aUser());
      provider.claims = { sub: 'grace', name: 'Grace' };
      const taken = { ...ADA, providerAccountId: 'grace', type: 'oidc', userId: other.id } as const;
      watched.before.set('addToUser', () => {
        watched.before.clear();
        return adapter.linkAccount(taken);
      });

      const { response } = await signIn(browser);

      expect(response.location).toContain('error=OAuthAccountNotLinked');
      expect(await adapter.listAccountsByUserId(user?.id ?? '')).toHaveLength(1);
      expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } });
    });

    it('that is moved to another user signs in neither user (S4)', async () => {
      await signIn();
      const other = await adapter.createUser(aUser());
      meanwhile.now = async () => {
        await adapter.unlinkAccount(ADA);
        await adapter.linkAccount({ ...ADA, type: 'oidc', userId: other.id });
      };

      const { browser, response } = await signIn();

      expect(response.location).toContain('error=AccessDenied');
      expect(await browser.session()).toBeNull();
      expect(await adapter.listSessionsByUserId(other.id)).toEqual([]);
    });
  });
});
