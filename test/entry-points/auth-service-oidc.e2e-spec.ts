import { signInAtProvider } from '../../apps/identity-provider/src/index.js';
import { AuthServiceController } from '../support/auth-service.controller.js';
import { CLIENT_SECRET, OidcProvider } from '../support/oidc.js';
import { platforms, TestApp } from '../support/test-app.js';

/** Parameters that decide who signs in where. No option can let the caller set them. */
const DECISIVE = [
  'redirect_uri',
  'client_id',
  'response_type',
  'response_mode',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
];

describe.each(platforms())('AuthService with an OpenID provider on %s', (platform) => {
  let provider: OidcProvider;
  let app: TestApp;

  beforeAll(async () => {
    provider = await OidcProvider.start();
    app = await TestApp.start({
      platform,
      config: {
        providers: [
          provider.config('idp', {
            authorizationParams: ['login_hint', 'ui_locales', ...DECISIVE],
          }),
        ],
      },
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

  it('passes on the listed parameters, except those that decide who signs in (C07)', async () => {
    const browser = app.client({}, '/api/auth');
    const decisive = Object.fromEntries(DECISIVE.map((name) => [name, 'https://evil.test']));
    const json = {
      login_hint: 'ada',
      ui_locales: 'de',
      scope: 'admin',
      prompt: 'none',
      ...decisive,
    };

    const { url } = (await browser.post('/api/app/sign-in/idp', { json })).json<{ url: string }>();

    const sent = Object.fromEntries(new URL(url).searchParams);
    expect(sent).toEqual({
      client_id: 'client-idp',
      redirect_uri: `${app.url}/api/auth/callback/idp`,
      response_type: 'code',
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\da-zA-Z]{64,128}$/) as unknown,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      code_challenge_method: 'S256',
      login_hint: 'ada',
      ui_locales: 'de',
    });
  });

  it('returns the authorization URL, and sets the cookies that the callback needs', async () => {
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
