import { OAuth } from '@authnest/core';
import { authorize, CLIENT_SECRET, OidcProvider } from '../support/oidc.js';
import { platforms, TestApp } from '../support/test-app.js';

describe.each(platforms())(
  'a provider that is configured with `wellKnown` alone on %s',
  (platform) => {
    let idp: OidcProvider;
    let app: TestApp;

    beforeAll(async () => {
      idp = await OidcProvider.start();
      const wellKnown = `${idp.provider.issuer}/.well-known/openid-configuration`;
      const providers = [
        idp.config('idp', { issuer: undefined, wellKnown }),
        OAuth({
          id: 'plain',
          name: 'Plain',
          wellKnown,
          authorization: { params: { scope: 'openid profile email' } },
          clientId: 'client-plain',
          clientSecret: CLIENT_SECRET,
        }),
      ];
      app = await TestApp.start({ platform, config: { providers } });
      await idp.register(app, 'idp', 'plain');
    });

    afterAll(async () => {
      await app.close();
      await idp.close();
    });

    it.each(['idp', 'plain'])('signs in through %s', async (id) => {
      const browser = app.client();

      await browser.get(await authorize(browser, id));

      expect(await browser.session()).toMatchObject({ user: { email: 'ada@example.com' } });
    });
  },
);
