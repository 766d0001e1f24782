import { authorize, OidcProvider } from '../support/oidc.js';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';

/** Uses a real provider; for faulty ones, see conformance/key-sets.e2e-spec.ts. */
describe.each(platforms())('the rotation of signing keys on %s', (platform) => {
  let idp: OidcProvider;
  let app: TestApp;

  beforeEach(async () => {
    idp = await OidcProvider.start();
    app = await TestApp.start({ platform, config: { providers: [idp.config('idp')] } });
    await idp.register(app, 'idp');
  });
  afterEach(async () => {
    await app.close();
    await idp.close();
  });

  /** Opens the callback and asserts that Ada is signed in. */
  async function expectSignedIn(browser: CheckedClient, callback: string): Promise<void> {
    expect((await browser.get(callback)).location).toBe(`${app.url}/home`);
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } });
  }

  async function keyIds(): Promise<unknown[]> {
    const { keys } = (await (await fetch(`${idp.provider.issuer}/jwks`)).json()) as {
      keys: { kid: string }[];
    };
    return keys.map(({ kid }) => kid);
  }

  it('signs in before and after the keys of the provider are replaced (B17)', async () => {
    const [before, after] = [app.client(), app.client()];
    await expectSignedIn(before, await authorize(before, 'idp'));
    const old = await keyIds();

    await idp.provider.rotateKeys();

    expect((await keyIds()).filter((kid) => old.includes(kid))).toEqual([]);
    await expectSignedIn(after, await authorize(after, 'idp'));
  });

  it('signs in when the keys are replaced between authorization and token response (B17)', async () => {
    const [first, second] = [app.client(), app.client()];
    await expectSignedIn(first, await authorize(first, 'idp'));

    const callback = await authorize(second, 'idp');
    await idp.provider.rotateKeys();

    await expectSignedIn(second, callback);
  });
});
