import { OAuth, type OAuthConfig } from '@authnest/core';
import { authorize, CLIENT_SECRET, OidcProvider } from '../support/oidc.js';
import { platforms, TestApp } from '../support/test-app.js';

/** A profile as code hosts return it: the id is a number. */
interface ForgeProfile {
  id: number;
  login: string;
}

describe.each(platforms())('userinfo.request on %s', (platform) => {
  let provider: OidcProvider;

  beforeAll(async () => {
    provider = await OidcProvider.start();
  });
  afterAll(() => provider.close());

  async function start(request: () => unknown): Promise<TestApp> {
    const app = await TestApp.start({ platform, config: { providers: [forge(request)] } });
    await provider.register(app, 'forge');
    return app;
  }

  function forge(request: () => unknown): OAuthConfig<ForgeProfile> {
    const { issuer } = provider.provider;
    return OAuth<ForgeProfile>({
      id: 'forge',
      name: 'Forge',
      clientId: 'client-forge',
      clientSecret: CLIENT_SECRET,
      authorization: { url: `${issuer}/auth`, params: { scope: 'openid' } },
      token: `${issuer}/token`,
      userinfo: { url: `${issuer}/me`, request: () => request() as ForgeProfile },
      profile: ({ id, login }) => ({ id: String(id), name: login }),
    });
  }

  it('passes its result to `profile`, whatever its shape', async () => {
    const app = await start(() => ({ id: 7, login: 'ada' }));
    const browser = app.client();

    await browser.get(await authorize(browser, 'forge'));

    expect(await browser.session()).toMatchObject({ user: { name: 'ada' } });
    await app.close();
  });

  it.each([[null], ['ada'], [[{ id: 7 }]], [undefined]])(
    'refuses a result that is not a profile: %j',
    async (result) => {
      const app = await start(() => result);
      const browser = app.client();

      const refused = await browser.get(await authorize(browser, 'forge'));

      expect(refused.location).toBe(`${app.url}/auth/signin?error=OAuthCallbackError`);
      expect(await browser.session()).toBeNull();
      await app.close();
    },
  );
});
