import { type AuthConfig, decode, InvalidConfiguration, type OIDCConfig } from '@authnest/core';
import { freePort } from '../support/free-port.js';
import { authorize, OidcProvider } from '../support/oidc.js';
import { expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import {
  type CheckedClient,
  credentials,
  JANE,
  OTTO,
  platforms,
  SECRET,
  TestApp,
} from '../support/test-app.js';
import { WatchedStore } from '../support/watched-store.js';

const NEW_SECRET = 'canary-secret-new-5d2e8a7c41b94f0e9a63';

describe.each(platforms())('restarts on %s', (platform) => {
  let idp: OidcProvider;
  let app: TestApp;
  let provider: OIDCConfig;
  let port: number;

  beforeAll(async () => {
    idp = await OidcProvider.start();
    provider = idp.config('idp', { checks: ['pkce', 'state', 'nonce'] });
  });

  beforeEach(async () => {
    port = await freePort();
  });

  afterEach(() => app.close());

  afterAll(() => idp.close());

  /** Starts the application, on the same port as before. */
  async function start(secret: string | string[], config: Partial<AuthConfig> = {}): Promise<void> {
    const providers = [credentials(), provider];
    app = await TestApp.start({
      platform,
      port,
      config: { secret, providers, ...config },
      module: { controllers: [MeController] },
    });
    await idp.register(app, 'idp');
  }

  async function restart(secret: string | string[], config?: Partial<AuthConfig>): Promise<void> {
    await app.close();
    await start(secret, config);
  }

  async function signIn(browser: CheckedClient): Promise<string> {
    await browser.signIn('credentials', JANE);
    return browser.cookies.get(SESSION) ?? '';
  }

  /** Posts a form that a browser opened before a restart. */
  function submit(browser: CheckedClient, csrfToken: string) {
    return browser.post('/auth/callback/credentials', { form: { csrfToken, ...OTTO } });
  }

  it('interrupt no sign-in and end no session if the secret stays the same (H22)', async () => {
    await start(SECRET);
    const [typing, redirected, signedIn] = [app.client(), app.client(), app.client()];
    const csrfToken = await typing.csrfToken();
    const callback = await authorize(redirected, 'idp');
    const started = await app.client().signIn('idp');
    expect(started.status).toBe(302);
    await signIn(signedIn);

    await restart(SECRET);

    expect((await submit(typing, csrfToken)).location).toBe(app.url);
    expect(await typing.session()).toMatchObject({ user: { name: 'otto' } });
    expect((await redirected.get(callback)).location).toBe(`${app.url}/home`);
    expect(await redirected.session()).toMatchObject({ user: { name: 'Ada Lovelace' } });
    expect((await signedIn.get('/me')).status).toBe(200);
  });

  it('keep sign-ins and sessions valid with [new, old], and invalidate them with [new] (H23)', async () => {
    await start(SECRET);
    const browsers = Array.from({ length: 2 }, () => ({
      typing: app.client(),
      redirected: app.client(),
      signedIn: app.client(),
    }));
    const open = await Promise.all(
      browsers.map(async ({ typing, redirected, signedIn }) => ({
        csrfToken: await typing.csrfToken(),
        callback: await authorize(redirected, 'idp'),
        session: await signIn(signedIn),
      })),
    );
    const [first, second] = browsers;
    const [before, later] = open;

    await restart([NEW_SECRET, SECRET]);
    expect((await submit(first!.typing, before!.csrfToken)).location).toBe(app.url);
    expect((await first!.redirected.get(before!.callback)).location).toBe(`${app.url}/home`);
    expect(await first!.signedIn.session()).toMatchObject({ user: { name: 'jane' } });

    await restart([NEW_SECRET]);
    const typed = await submit(second!.typing, later!.csrfToken);
    expect(typed.location).toBe(`${app.url}/auth/signin?error=MissingCSRF`);
    const returned = await second!.redirected.get(later!.callback);
    expect(returned.location).toBe(`${app.url}/auth/error?error=Configuration`);
    await expectSignedOut(app, { [SESSION]: later!.session });
    // The session that was read in between was sealed again with the new secret.
    expect((await first!.signedIn.get('/me')).status).toBe(200);
    await signIn(second!.signedIn);
    expect((await second!.signedIn.get('/me')).status).toBe(200);
    await second!.redirected.get(await authorize(second!.redirected, 'idp'));
    expect(await second!.redirected.session()).toMatchObject({ user: { name: 'Ada Lovelace' } });
  });

  it('keep open forms valid when the order of the secrets changes, whichever instance rendered them (S8)', async () => {
    await start([SECRET, NEW_SECRET]);
    const [early, late] = [app.client(), app.client()];
    const before = await early.csrfToken();

    await restart([NEW_SECRET, SECRET]);
    expect((await submit(early, before)).location).toBe(app.url);
    const after = await late.csrfToken();
    await restart([SECRET, NEW_SECRET]);

    expect((await submit(late, after)).location).toBe(app.url);
    expect(await late.session()).toMatchObject({ user: { name: 'otto' } });
  });

  it('cause a session under the old secret to be sealed once with the new one (D18)', async () => {
    await start(SECRET);
    const browser = app.client();
    const old = await signIn(browser);

    await restart([NEW_SECRET, SECRET]);
    await browser.session();
    const moved = browser.cookies.get(SESSION) ?? '';
    await browser.session();

    expect(moved).not.toBe(old);
    expect(browser.cookies.get(SESSION)).toBe(moved);
    const opened = decode({ token: moved, secret: NEW_SECRET, salt: SESSION });
    expect(await opened).toMatchObject({ sub: 'id-of-jane', name: 'jane' });
    await expect(decode({ token: moved, secret: SECRET, salt: SESSION })).rejects.toThrow(
      'not valid',
    );
    await restart(NEW_SECRET);
    await expectSignedOut(app, { [SESSION]: old });
    expect((await browser.get('/me')).status).toBe(200);
  });

  it('do not affect stored sessions, whose tokens do not depend on the secret', async () => {
    const { adapter } = await WatchedStore.open('memory');
    const session = { tokenAtRest: 'hashed' } as const;
    await start(SECRET, { adapter, session });
    const browser = app.client();
    await signIn(browser);

    await restart(NEW_SECRET, { adapter, session });

    expect((await browser.get('/me')).status).toBe(200);
  });
});

describe('an invalid secret', () => {
  function start(secret: string | string[] | undefined): Promise<TestApp> {
    return TestApp.start({ platform: 'express', config: { secret } });
  }

  it.each<[string, string | string[] | undefined, RegExp]>([
    ['is absent', undefined, /secret: is missing/],
    ['is empty', '', /secret: is missing/],
    ['is an empty list', [], /secret: is missing/],
    ['has 31 characters', 'x1'.repeat(16).slice(1), /secret: is shorter than 32 characters/],
    ['is blank', ' '.repeat(40), /secret: contains an empty or blank entry/],
    ['has a blank entry', [SECRET, '\t\n'], /secret: contains an empty or blank entry/],
    ['has an entry twice', [SECRET, SECRET], /secret: contains the same entry twice/],
  ])('is refused at startup if it %s, and is not shown (D19)', async (_, secret, problem) => {
    const started = start(secret);

    await expect(started).rejects.toThrow(InvalidConfiguration);
    await expect(started).rejects.toThrow(problem);
    for (const value of [secret ?? []].flat().filter((text) => text !== '')) {
      await expect(started).rejects.not.toThrow(value);
    }
  });

  it.each(['test-secret-0123456789abcdef0123456789abcdef', 'replace-me-with-32-random-characters'])(
    'causes a warning if it is %s from the documentation (D19)',
    async (secret) => {
      const app = await start(secret);

      expect(app.logs.warnings).toEqual(['published-secret']);
      await app.close();
    },
  );
});
