import { type NaiveServer, startNaiveServer } from '../support/naive-server.js';
import { plainOAuth } from '../support/plain-oauth.js';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';

/** The issuer that the callback names; it is not that of the provider. */
const FOREIGN = 'https://evil.test';

/** @see RFC 9700 section 4.4.2; docs/design/decisions.md 29 */
describe.each(platforms())('the parameter iss at a plain OAuth provider on %s', (platform) => {
  let server: NaiveServer;

  beforeAll(async () => {
    server = await startNaiveServer('client-gh', 'canary-gh-secret-55ab');
  });
  afterAll(() => server.close());

  /** Starts an application with two providers, each with its own redirect URI. */
  function start(issuer?: string): Promise<TestApp> {
    const [authorization, token, userinfo] = ['authorize', 'token', 'user'].map(
      (path) => `${server.url}/${path}`,
    );
    const endpoints = { authorization, token, userinfo, issuer };
    const providers = ['gh', 'other'].map((id) => plainOAuth({ id, ...endpoints }));
    return TestApp.start({ platform, config: { providers } });
  }

  async function callbackOf(browser: CheckedClient, at = 'gh'): Promise<string> {
    const { location = '' } = await browser.signIn('gh', { callbackUrl: '/home' });
    const state = new URL(location).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ code: 'the-code', state, iss: FOREIGN });
    return `/auth/callback/${at}?${query.toString()}`;
  }

  it('is not compared if no issuer is configured (U19)', async () => {
    const app = await start();
    const browser = app.client();

    const response = await browser.get(await callbackOf(browser));

    expect(response.location).toBe(`${app.url}/home`);
    expect(await browser.session()).toMatchObject({ user: { email: 'ada@example.com' } });
    await app.close();
  });

  it('needs no comparison, since the callback of another provider is refused (U19)', async () => {
    const app = await start();
    const browser = app.client();

    const response = await browser.get(await callbackOf(browser, 'other'));

    expect(response.location).toBe(`${app.url}/auth/error?error=Configuration`);
    expect(await browser.session()).toBeNull();
    await app.close();
  });

  it('is refused if it is not the configured issuer (U19)', async () => {
    const app = await start(server.url);
    const browser = app.client();

    const response = await browser.get(await callbackOf(browser));

    expect(response.location).toBe(`${app.url}/auth/signin?error=OAuthCallbackError`);
    expect(await browser.session()).toBeNull();
    await app.close();
  });
});
