import { decode, type JwtParams } from '@authnest/core';
import { randomBytes } from 'node:crypto';
import { currentAdapter } from '../support/current-adapter.js';
import { authorize, OidcProvider } from '../support/oidc.js';
import { MapRevocations } from '../support/revocations.js';
import { expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import {
  type CheckedClient,
  credentials,
  PASSWORD,
  platforms,
  SECRET,
  TestApp,
} from '../support/test-app.js';
import { withSessionStores, WatchedStore } from '../support/watched-store.js';

const kinds = ['credentials', 'idp'] as const;
type Kind = (typeof kinds)[number];

/** Signs a user in with a provider. @returns the session token */
async function signIn(
  browser: CheckedClient,
  kind: Kind,
  person = 'ada-lovelace',
): Promise<string> {
  const response =
    kind === 'credentials'
      ? await browser.signIn(kind, { username: person, password: PASSWORD })
      : await browser.get(await authorize(browser, kind, { sub: person }));
  expect(response).toMatchObject({ status: 302, location: expect.not.stringContaining('error') });
  return browser.cookies.get(SESSION) ?? '';
}

/** Returns the email address for a session token, or the status if the token is refused. */
async function ownerOf(app: TestApp, token: string): Promise<number | string> {
  const { status, text } = await app.client().get('/me', { cookie: `${SESSION}=${token}` });
  return status === 200 ? (JSON.parse(text) as { email: string }).email : status;
}

describe.each(withSessionStores())('a new stored session on %s and %s', (platform, storeKind) => {
  let idp: OidcProvider;
  let store: WatchedStore;
  let app: TestApp;
  let browser: CheckedClient;

  beforeAll(async () => {
    idp = await OidcProvider.start();
    store = await WatchedStore.open(storeKind);
    const adapter = currentAdapter(() => store.adapter);
    const config = { adapter, providers: [credentials(), idp.config('idp')] };
    app = await TestApp.start({ platform, config, module: { controllers: [MeController] } });
    await idp.register(app, 'idp');
    await store.close();
  });
  afterAll(async () => {
    await app.close();
    await idp.close();
  });

  beforeEach(async () => {
    store = await WatchedStore.open(storeKind);
    browser = app.client();
  });
  afterEach(() => store.close());

  it.each(kinds)("replaces the same user's old session, with provider %s (D01)", async (kind) => {
    const before = await signIn(browser, kind);

    const after = await signIn(browser, kind);

    expect(after).not.toBe(before);
    expect(await store.real.getSessionAndUser(before)).toBeNull();
    await expectSignedOut(app, { [SESSION]: before });
    expect(await ownerOf(app, after)).toMatch(/^ada/);
  });

  it("replaces another user's session (D02)", async () => {
    const before = await signIn(browser, 'credentials', 'ada');

    const after = await signIn(browser, 'credentials', 'otto');

    expect(await store.real.getSessionAndUser(before)).toBeNull();
    expect(await ownerOf(app, after)).toBe('otto@example.com');
    expect(await store.real.getUserByEmail('ada@example.com')).not.toBeNull();
  });

  it('does not end sessions in other browsers', async () => {
    const elsewhere = await signIn(app.client(), 'credentials', 'ada');
    await signIn(browser, 'credentials', 'ada');

    await signIn(browser, 'credentials', 'ada');

    expect(await ownerOf(app, elsewhere)).toBe('ada@example.com');
  });

  it.each(kinds)('does not reuse a planted value, with provider %s (A33)', async (kind) => {
    const planted = randomBytes(32).toString('hex');
    browser.cookies.set(SESSION, planted);

    const after = await signIn(browser, kind);

    expect(after).not.toBe(planted);
    await expectSignedOut(app, { [SESSION]: planted });
    expect(await ownerOf(app, after)).toMatch(/^ada/);
  });

  it.each(kinds)(
    'deletes the session that an attacker planted, with provider %s (A33)',
    async (kind) => {
      const planted = await signIn(app.client(), 'credentials', 'mallory');
      browser.cookies.set(SESSION, planted);

      const after = await signIn(browser, kind);

      expect(after).not.toBe(planted);
      expect(await store.real.getSessionAndUser(planted)).toBeNull();
      await expectSignedOut(app, { [SESSION]: planted });
    },
  );

  it('is not created if the account and a planted session belong to different users (A33)', async () => {
    await signIn(app.client(), 'idp');
    const planted = await signIn(app.client(), 'credentials', 'mallory');
    browser.cookies.set(SESSION, planted);

    const refused = await browser.get(await authorize(browser, 'idp'));

    expect(refused.location).toContain('error=OAuthAccountNotLinked');
    expect(await ownerOf(app, planted)).toBe('mallory@example.com');
    expect(browser.cookies.get(SESSION)).toBe(planted);
  });

  it('clears the cookies of an earlier stateless session', async () => {
    for (const name of [SESSION, `${SESSION}.0`, `${SESSION}.1`]) {
      browser.cookies.set(name, 'x'.repeat(700));
    }

    const token = await signIn(browser, 'credentials', 'ada');

    expect([...browser.cookies.keys()].filter((name) => name.startsWith(SESSION))).toEqual([
      SESSION,
    ]);
    browser.cookies.set(`${SESSION}.0`, 'x');
    expect(await browser.session()).toMatchObject({ user: { name: 'ada' } });
    expect(browser.cookies.has(`${SESSION}.0`)).toBe(false);
    expect(browser.cookies.get(SESSION)).toBe(token);
  });

  it('does not replace the old session if the sign-in fails', async () => {
    const before = await signIn(browser, 'credentials', 'ada');

    await browser.signIn('credentials', { username: 'otto', password: 'wrong' });

    expect(browser.cookies.get(SESSION)).toBe(before);
    expect(await ownerOf(app, before)).toBe('ada@example.com');
  });
});

describe.each(platforms())('a new stateless session on %s', (platform) => {
  let idp: OidcProvider;
  let app: TestApp;
  let browser: CheckedClient;

  beforeAll(async () => {
    idp = await OidcProvider.start();
    app = await TestApp.start({
      platform,
      config: {
        providers: [credentials(), idp.config('idp')],
        session: { revocation: new MapRevocations() },
        callbacks: {
          jwt: ({ token, user }: JwtParams) =>
            user?.name === 'ada' ? { ...token, role: 'admin' } : token,
        },
      },
      module: { controllers: [MeController] },
    });
    await idp.register(app, 'idp');
  });

  beforeEach(() => {
    browser = app.client();
  });

  afterAll(async () => {
    await app.close();
    await idp.close();
  });

  it.each(kinds)("replaces the same user's old session, with provider %s (D01)", async (kind) => {
    const before = await signIn(browser, kind);

    const after = await signIn(browser, kind);

    expect(after).not.toBe(before);
    await expectSignedOut(app, { [SESSION]: before }, 'kept');
    expect(await ownerOf(app, after)).toMatch(/^ada/);
  });

  it.each(kinds)(
    'contains nothing from the previous session, with provider %s (D02)',
    async (kind) => {
      const before = await signIn(browser, 'credentials', 'ada');

      const after = await signIn(browser, kind, 'grace-hopper');

      const claims = await decode({ token: after, secret: SECRET, salt: SESSION });
      expect(claims?.['role']).toBeUndefined();
      // These two are random, and a random string may contain any three letters.
      const { jti: _jti, sid: _sid, ...reported } = claims ?? {};
      expect(JSON.stringify(reported)).not.toMatch(/ada/);
      await expectSignedOut(app, { [SESSION]: before }, 'kept');
    },
  );

  it.each(kinds)('does not reuse a planted value, with provider %s (A33)', async (kind) => {
    const attacker = await signIn(app.client(), 'credentials', 'mallory');
    for (const planted of [randomBytes(32).toString('hex'), attacker]) {
      browser.cookies.set(SESSION, planted);

      const after = await signIn(browser, kind);

      await expectSignedOut(app, { [SESSION]: planted }, planted === attacker ? 'kept' : 'cleared');
      expect(await ownerOf(app, after)).toMatch(/^ada/);
      browser = app.client();
    }
  });
});
