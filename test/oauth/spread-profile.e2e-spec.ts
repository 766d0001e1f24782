import { type AuthConfig, decode } from '@authnest/core';
import { authorize, OidcProvider } from '../support/oidc.js';
import { SESSION } from '../support/signed-out.js';
import { platforms, SECRET, TestApp } from '../support/test-app.js';
import { WatchedStore } from '../support/watched-store.js';

describe.each(platforms())('a jwt callback that spreads the profile on %s', (platform) => {
  let idp: OidcProvider;
  let app: TestApp;
  let store: WatchedStore;

  beforeAll(async () => {
    idp = await OidcProvider.start();
    store = await WatchedStore.open('memory');
    const config: Partial<AuthConfig> = {
      adapter: store.adapter,
      providers: [idp.config('idp')],
      session: { strategy: 'jwt', absoluteMaxAge: 3600 },
      callbacks: {
        // Possible in JavaScript; TypeScript reports that not every profile is a token.
        jwt: ({ token, profile }) =>
          Object.assign(token, profile as object, { auth_time: 9_999_999_999 }),
      },
    };
    app = await TestApp.start({ platform, config });
    await idp.register(app, 'idp');
  });

  afterAll(async () => {
    await app.close();
    await idp.close();
  });

  it('signs in the stored user, until the absolute limit, and warns (V14)', async () => {
    const browser = app.client();
    await browser.get(await authorize(browser, 'idp'));

    const token = browser.cookies.get(SESSION) ?? '';
    const claims = await decode({ token, secret: SECRET, salt: SESSION });
    const user = await store.real.getUserByEmail(`${claims?.email}`);
    expect(user?.id).toBe(claims?.sub);
    expect(Number(claims?.['auth_time'])).toBeLessThan(9_999_999_999);
    expect(app.logs.warnings).toEqual(['foreign-sub']);
  });
});
