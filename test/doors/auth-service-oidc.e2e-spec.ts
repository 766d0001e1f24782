import { signInAtProvider } from '../../apps/identity-provider/src/index.js';
import { AuthServiceController } from '../support/auth-service.controller.js';
import { CLIENT_SECRET, OidcProvider } from '../support/oidc.js';
import { platforms, TestApp } from '../support/test-app.js';

describe.each(platforms)('AuthService with an OpenID provider on %s', (platform) => {
  let provider: OidcProvider;
  let app: TestApp;

  beforeAll(async () => {
    provider = await OidcProvider.start();
    app = await TestApp.start({
      platform,
      config: { providers: [provider.config('idp', { authorizationParams: ['login_hint'] })] },
      configure: (nest) => nest.setGlobalPrefix('api'),
      module: { controllers: [AuthServiceController] },
    });
    await provider.provider.addClient({
      client_id: 'client-idp',
      client_secret: CLIENT_SECRET,
      redirect_uris: [`${app.url}/api/auth/callback/idp`],
    });
  });
  afterAll(async () => {
    await app.close();
    await provider.close();
  });

  it('answers the authorization URL, and leaves on the response what the callback needs', async () => {
    const browser = app.client({}, '/api/auth');
    const json = { callbackUrl: '/home', login_hint: 'ada' };
    const { url } = (await browser.post('/api/app/sign-in/idp', { json })).json<{ url: string }>();

    const authorizationUrl = new URL(url);
    expect(authorizationUrl.origin).toBe(provider.provider.issuer);
    expect(authorizationUrl.searchParams.get('redirect_uri')).toBe(
      `${app.url}/api/auth/callback/idp`,
    );
    const callback = await signInAtProvider({ authorizationUrl, sub: 'ada-lovelace' });
    expect(await browser.get(callback.href)).toMatchObject({
      status: 302,
      location: `${app.url}/home`,
    });
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } });
  });
});
