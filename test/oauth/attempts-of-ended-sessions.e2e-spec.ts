import { randomUUID } from 'node:crypto';
import { OIDC, SessionService } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { MapRegistry } from '../support/map-registry.js';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';

const cases = platforms().flatMap((platform) =>
  [
    ['database', undefined],
    ['jwt', new MapRegistry()],
    ['jwt', undefined],
  ].map(
    ([strategy, revocation]) =>
      [platform, strategy as 'jwt', revocation as MapRegistry | undefined] as const,
  ),
);

describe.each(cases)('adding an account, on %s with %s', (platform, strategy, revocation) => {
  let idp: FakeOAuthServer;
  let adapter: MemoryAdapter;
  let app: TestApp;
  let sub: string;

  beforeAll(async () => {
    idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
    adapter = new MemoryAdapter();
    const providers = [OIDC({ id: 'idp', name: 'IdP', ...idp.client })];
    const session = { strategy, ...(revocation && { revocation }) };
    app = await TestApp.start({
      platform,
      config: { adapter, session, fetch: idp.fetch, providers },
    });
  });
  beforeEach(() => void (sub = randomUUID()));
  afterAll(async () => {
    await app.close();
    await idp.close();
  });

  /** Goes to the provider and back, as far as the callback. @returns its URL */
  async function begin(browser: CheckedClient): Promise<string> {
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/' });
    return (await idp.authorize(location)).url.href;
  }
  /** Follows the callback, with somebody whom the provider then names. */
  function finish(browser: CheckedClient, callback: string, subject: string) {
    idp.claims = { sub: subject, email: `${subject}@x.example`, email_verified: true };
    return browser.get(callback);
  }
  async function signIn(): Promise<CheckedClient> {
    const browser = app.client();
    await finish(browser, await begin(browser), sub);
    return browser;
  }
  async function accounts(): Promise<string[]> {
    const user = await adapter.getUserByEmail(`${sub}@x.example`);
    const rows = await adapter.listAccountsByUserId(user?.id ?? '');
    return rows.map(({ providerAccountId }) => providerAccountId);
  }
  const plant = (from: CheckedClient, to: CheckedClient): void => {
    for (const [name, value] of from.cookies) {
      if (/state|pkce|nonce/.test(name)) to.cookies.set(name, value);
    }
  };

  it('is refused if it began with a session that all access ended (ID29)', async () => {
    const thief = await signIn();
    const user = await adapter.getUserByEmail(`${sub}@x.example`);
    const callback = await begin(thief);

    await app.app.get(SessionService).endAccess(user?.id ?? '');
    const owner = await signIn();
    plant(thief, owner);
    const refused = await finish(owner, callback, `${sub}-thief`);

    expect(refused.location).toContain('error=OAuthAccountNotLinked');
    expect(await accounts()).toEqual([sub]);
    expect(await owner.session()).not.toBeNull();
  });

  it('is refused if it began with another session, older or newer (ID29)', async () => {
    const [first, second] = [await signIn(), await signIn()];
    for (const [from, to] of [[first, second] as const, [second, first] as const]) {
      const callback = await begin(from);
      plant(from, to);

      const refused = await finish(to, callback, `${sub}-other`);
      expect(refused.location).toContain('error=OAuthAccountNotLinked');
    }
    expect(await accounts()).toEqual([sub]);
  });

  it('goes on if another account was added meanwhile, in another tab', async () => {
    const browser = await signIn();
    const [one, other] = [await begin(browser), await begin(browser)];
    await finish(browser, one, `${sub}-1`);
    await finish(browser, other, `${sub}-2`);

    expect(await accounts()).toHaveLength(3);
  });
});
