import { FakeOAuthServer } from '@authnest/testing';
import { OIDC } from '@authnest/core';
import { credentials, JANE, platforms, TestApp } from '../support/test-app.js';

describe.each(platforms())('a browser without a sign-in in progress on %s', (platform) => {
  let server: FakeOAuthServer;
  let app: TestApp;

  beforeAll(async () => {
    server = await FakeOAuthServer.start();
    const idp = OIDC({ id: 'idp', name: 'IdP', ...server.client });
    app = await TestApp.start({ platform, config: { providers: [credentials(), idp] } });
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  it.each([
    ['a bookmarked callback', '?code=c'],
    ['a callback with an old state', '?code=c&state=old'],
    ['a refusal in the words of a vendor', '?error_code=200&error_message=no'],
  ])('is sent to the sign-in page by %s (RP13, RP14)', async (_, query) => {
    const browser = app.client();
    const { location = '' } = await browser.get(`/auth/callback/idp${query}`);
    const page = await browser.get(location);

    expect(location).toBe(`${app.url}/auth/signin?error=OAuthCallbackError`);
    expect(page.status).toBe(200);
    expect(app.logs.errors.at(-1)).toMatchObject({
      type: 'InvalidCheck',
      message: expect.stringMatching(/^this browser has no sign-in in progress: /) as unknown,
    });
  });

  it('is sent to the sign-in page by a sign-in that the provider initiates, with its target (RP13)', async () => {
    const query = new URLSearchParams({
      iss: server.issuer,
      login_hint: 'ada',
      target_link_uri: `${app.url}/orders`,
    });
    const browser = app.client();
    const { location = '' } = await browser.get(`/auth/signin/idp?${query}`);
    await browser.get(location);
    await browser.signIn('credentials', JANE);

    expect(location).toBe(
      `${app.url}/auth/signin?callbackUrl=${encodeURIComponent(`${app.url}/orders`)}`,
    );
    expect(decodeURIComponent(browser.cookies.get('authjs.callback-url') ?? '')).toBe(
      `${app.url}/orders`,
    );
  });

  it('is not sent to another site by such a sign-in (RP13)', async () => {
    const browser = app.client();
    const { location = '' } = await browser.get(
      '/auth/signin/idp?target_link_uri=https://evil.test/',
    );
    await browser.get(location);

    expect(browser.cookies.get('authjs.callback-url')).not.toContain('evil');
  });

  it('is asked again, and not shown the sign-in page, if a sign-out is refused (RP18)', async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const form = { csrfToken: 'of another tab' };

    const { location = '' } = await browser.post('/auth/signout', { form });
    const page = await browser.get(location, { accept: 'text/html' });

    expect(location).toBe(`${app.url}/auth/signout?error=MissingCSRF`);
    expect(page.text).toContain('You are still signed in');
    expect(await browser.session()).not.toBeNull();
  });
});
