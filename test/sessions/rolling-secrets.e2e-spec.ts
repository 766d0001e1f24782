import { expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, JANE, platforms, SECRET, TestApp } from '../support/test-app.js';

const NEW_SECRET = 'canary-secret-new-5d2e8a7c41b94f0e9a63';

/** The secrets of two instances at each step of a rolling change. */
const STEPS = [
  ['[old] and [old, new]', [SECRET], [SECRET, NEW_SECRET]],
  ['[old, new] and [new, old]', [SECRET, NEW_SECRET], [NEW_SECRET, SECRET]],
  [
    '[new, old] and [new], once sessions are sealed with the new secret',
    [NEW_SECRET, SECRET],
    [NEW_SECRET],
  ],
] as const;

describe.each(platforms())('two instances with different secrets on %s', (platform) => {
  let apps: TestApp[];

  beforeEach(() => void (apps = []));
  afterEach(async () => {
    for (const app of apps) await app.close();
  });

  async function start(secret: readonly string[]): Promise<TestApp> {
    const module = { controllers: [MeController] };
    const app = await TestApp.start({ platform, config: { secret: [...secret] }, module });
    apps.push(app);
    return app;
  }

  /** Returns a client for another instance, with the cookies of a browser. */
  function sentTo(app: TestApp, browser: CheckedClient): CheckedClient {
    const next = app.client();
    for (const [name, value] of browser.cookies) next.cookies.set(name, value);
    return next;
  }

  it.each(STEPS)('keep all users signed in with %s', async (_, before, after) => {
    const pair = [await start(before), await start(after)] as const;
    for (const [here, there] of [pair, [pair[1], pair[0]]] as const) {
      const first = here.client();
      await first.signIn('credentials', JANE);

      const second = sentTo(there, first);
      expect((await second.get('/me')).status).toBe(200);
      await second.session();
      const third = sentTo(here, second);
      expect((await third.get('/me')).status).toBe(200);

      await third.signOut();
      expect(third.cookies.has(SESSION)).toBe(false);
    }
  });

  it('require a new sign-in at each change of instance with [old] and [new]', async () => {
    const [old, next] = [await start([SECRET]), await start([NEW_SECRET])];
    const browser = old.client();
    await browser.signIn('credentials', JANE);

    for (const app of [next, old]) {
      const moved = sentTo(app, browser);
      await expectSignedOut(app, { [SESSION]: browser.cookies.get(SESSION) ?? '' });
      await moved.signIn('credentials', JANE);
      expect((await moved.get('/me')).status).toBe(200);
      browser.cookies.clear();
      for (const [name, value] of moved.cookies) browser.cookies.set(name, value);
    }
  });
});
