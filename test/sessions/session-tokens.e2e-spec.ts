import { InvalidConfiguration } from '@authnest/core';
import { createHash, randomUUID } from 'node:crypto';
import { MeController, SESSION } from '../support/signed-out.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';
import { withSessionStores, WatchedStore } from '../support/watched-store.js';

const module = { controllers: [MeController] };
const stored = (token: string): string =>
  `sha256:${createHash('sha256').update(token).digest('hex')}`;

describe.each(withSessionStores)('session tokens on %s and %s', (platform, kind) => {
  let store: WatchedStore;
  let app: TestApp;

  beforeEach(async () => {
    store = await WatchedStore.open(kind);
  });

  afterEach(async () => {
    await app.close();
    await store.close();
  });

  async function signIn(session: object): Promise<string> {
    app = await TestApp.start({ platform, config: { adapter: store.adapter, session }, module });
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    return browser.cookies.get(SESSION) ?? '';
  }

  it('D21 are 32 random bytes, another for each sign-in', async () => {
    const tokens = new Set([await signIn({})]);
    for (let nth = 1; nth < 20; nth += 1) {
      const browser = app.client();
      await browser.signIn('credentials', JANE);
      tokens.add(browser.cookies.get(SESSION) ?? '');
    }

    expect(tokens.size).toBe(20);
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{64}$/);
  });

  it('are those of the application where it generates its own', async () => {
    const generated: string[] = [];
    const generateSessionToken = () => generated[generated.push(randomUUID()) - 1] ?? '';

    expect(await signIn({ generateSessionToken })).toBe(generated.at(-1));
  });

  it.each([
    ['a constant', () => 'the-same-token-for-everybody'],
    ['an empty string', () => ''],
    ['a number', () => 42],
    ['nothing', () => undefined],
  ])('D21 are refused when the generator turns to %s later', async (_, turn) => {
    const turned = { now: false };
    const generateSessionToken = () => (turned.now ? turn() : randomUUID());
    await signIn({ generateSessionToken });
    turned.now = true;
    const [first, second] = [app.client(), app.client()];

    await first.signIn('credentials', JANE);
    const response = await second.signIn('credentials', { ...JANE, username: 'otto' });

    expect(response.location).toBe(`${app.url}/auth/error?error=Configuration`);
    expect(second.cookies.has(SESSION)).toBe(false);
  });

  it('I05 are stored as their hash where asked, and no value in the store signs anybody in', async () => {
    const token = await signIn({ tokenAtRest: 'hashed', updateAge: 0 });
    const browser = app.client();
    const cookie = (value: string) => ({ cookie: `${SESSION}=${encodeURIComponent(value)}` });
    expect((await browser.get('/me', cookie(token))).status).toBe(200);

    const values = new Set(await store.dump());

    expect(values).toContain(stored(token));
    expect(values).not.toContain(token);
    for (const value of values) {
      expect((await browser.get('/me', cookie(value))).status).toBe(401);
      const bearer = { authorization: `Bearer ${encodeURIComponent(value)}` };
      expect((await app.client().get('/me', bearer)).status).toBe(401);
    }
  });

  it('I05 are found, extended, replaced and ended by their hash', async () => {
    const token = await signIn({ tokenAtRest: 'hashed', updateAge: 0 });
    const browser = app.client();
    browser.cookies.set(SESSION, token);

    await browser.session();
    expect(await store.real.getSessionAndUser(stored(token))).not.toBeNull();
    await browser.signIn('credentials', JANE);
    const replaced = browser.cookies.get(SESSION) ?? '';
    expect(await store.real.getSessionAndUser(stored(token))).toBeNull();
    expect(await store.real.getSessionAndUser(stored(replaced))).not.toBeNull();
    await browser.signOut();
    expect(await store.real.getSessionAndUser(stored(replaced))).toBeNull();
  });

  it('are stored as they are by default, for an Auth.js application on the same table', async () => {
    const token = await signIn({});

    expect(await store.real.getSessionAndUser(token)).toMatchObject({
      user: { email: 'jane@example.com' },
    });
  });
});

describe.each(platforms())('a generator of session tokens on %s', (platform) => {
  it.each([
    ['a constant', () => 'the-same-token-for-everybody'],
    ['an empty string', () => ''],
    ['a short text', () => Math.random().toString(36).slice(2, 10)],
    ['a text that no cookie holds', () => randomUUID().repeat(20)],
    ['a promise', () => Promise.resolve(randomUUID())],
    ['what is marked as a hash', () => `sha256:${randomUUID()}`],
    ['nothing', () => undefined],
    [
      'an error',
      () => {
        throw new Error('no entropy');
      },
    ],
  ])('D21 that returns %s does not start', async (_, generate) => {
    const store = await WatchedStore.open('memory');
    // Untyped as JavaScript is: most of these are mistakes that a compiler would show.
    const session: object = { generateSessionToken: generate };

    const started = TestApp.start({ platform, config: { adapter: store.adapter, session } });

    await expect(started).rejects.toThrow(InvalidConfiguration);
    await expect(started).rejects.toThrow(/session\.generateSessionToken: must return a string/);
  });
});
