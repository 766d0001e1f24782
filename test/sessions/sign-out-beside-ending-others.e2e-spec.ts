import { MapRegistry } from '../support/map-registry.js';
import { type CheckedClient, JANE, platforms, TestApp } from '../support/test-app.js';

/** Lets something happen right before all sessions of a user end. */
class InterruptedRegistry extends MapRegistry {
  before: (() => Promise<unknown>) | undefined;

  override async revokeUser(entry: Parameters<MapRegistry['revokeUser']>[0]): Promise<unknown> {
    const once = this.before;
    this.before = undefined;
    await once?.();
    return super.revokeUser(entry);
  }
}

describe.each(platforms())('a stateless session that ends the others, on %s', (platform) => {
  const registry = new InterruptedRegistry();
  let app: TestApp;
  /** Happens once in the event that reports what ended. */
  let heard: (() => Promise<unknown>) | undefined;

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      config: {
        session: { strategy: 'jwt', revocation: registry },
        events: {
          revokeSessions: async () => {
            const once = heard;
            heard = undefined;
            await once?.();
          },
        },
      },
    });
  });
  afterAll(() => app.close());

  async function signedIn(): Promise<{ browser: CheckedClient; tab: CheckedClient }> {
    const [browser, tab] = [app.client(), app.client()];
    await browser.signIn('credentials', JANE);
    for (const [name, value] of browser.cookies) tab.cookies.set(name, value);
    return { browser, tab };
  }

  const endOthers = async (browser: CheckedClient) =>
    browser.post('/auth/sessions/revoke-others', {
      form: { csrfToken: await browser.csrfToken() },
    });

  it.each(['before the others end', 'after the others have ended'])(
    'does not go on if it is signed out meanwhile, %s (GT4)',
    async (when) => {
      const { browser, tab } = await signedIn();
      const csrfToken = await tab.csrfToken();
      const signOut = () => tab.post('/auth/signout', { form: { csrfToken } });
      if (when.startsWith('before')) registry.before = signOut;
      else heard = signOut;
      // Somebody else's, so that there is something to report.
      await app.client().signIn('credentials', JANE);
      await endOthers(browser);

      expect([registry.before, heard]).toEqual([undefined, undefined]);
      expect(await browser.session()).toBeNull();
    },
  );

  it('goes on under a new value otherwise', async () => {
    const { browser, tab } = await signedIn();
    await endOthers(browser);

    expect(await browser.session()).not.toBeNull();
    expect(await tab.session()).toBeNull();
  });
});
