import { startIdentityProvider, type IdentityProvider } from './index.js';
import { ProviderCookieJar } from './provider-cookie-jar.js';

const REDIRECT_URI = 'https://app.example/callback';
const HOSTILE = `"><script>alert('x')</script>`;

/** Sends an authorization request from a new browser, and opens the page it redirects to. */
async function openSignInPage(provider: IdentityProvider) {
  const query = new URLSearchParams({
    client_id: 'example',
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const cookies = new ProviderCookieJar();
  const started = await fetch(`${provider.issuer}/auth?${query}`, { redirect: 'manual' });
  cookies.store(started.headers);
  const url = new URL(started.headers.get('location') ?? '', provider.issuer);
  const headers = { cookie: cookies.headerFor(url.pathname) };

  return { headers, page: await fetch(url, { headers }), url };
}

describe('the interaction pages', () => {
  let provider: IdentityProvider;

  beforeAll(async () => {
    const person = { sub: HOSTILE, name: HOSTILE, email: HOSTILE, email_verified: true };
    provider = await startIdentityProvider({
      accounts: [person],
      clients: [
        {
          client_id: 'example',
          client_secret: 'a-secret-of-the-example-application',
          client_name: HOSTILE,
          redirect_uris: [REDIRECT_URI],
        },
      ],
    });
  });
  afterAll(() => provider.close());

  it('escape every value', async () => {
    const { page } = await openSignInPage(provider);

    const html = await page.text();
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script>');
  });

  it('allow one stylesheet and a form with a redirect, but no scripts or frames', async () => {
    const { page } = await openSignInPage(provider);

    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`default-src 'none'`);
    expect(policy).toMatch(/style-src 'sha256-[^']+'/);
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain(`frame-ancestors 'none'`);
    expect(policy).toMatch(/form-action 'self' .*https:\/\/app\.example/);
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it('respond with 400 to a request from another browser', async () => {
    const { url } = await openSignInPage(provider);

    const response = await fetch(url);

    expect(response.status).toBe(400);
    expect(await response.text()).toContain('was started in another browser');
  });

  it('respond with 400 to a form that is too long', async () => {
    const { headers, url } = await openSignInPage(provider);

    const body = new URLSearchParams({ account: 'x'.repeat(10_000) });
    const response = await fetch(url, { method: 'POST', body, headers });

    expect(response.status).toBe(400);
  });

  it('show an error page for a request from an unknown client', async () => {
    const response = await fetch(
      `${provider.issuer}/auth?client_id=${encodeURIComponent(HOSTILE)}`,
    );

    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html).toContain('Unable to continue');
    expect(html).not.toContain('<script');
    expect(response.headers.get('content-security-policy')).toContain(`form-action 'none'`);
  });

  it('list the accounts at the URL of the issuer', async () => {
    const response = await fetch(provider.issuer);

    expect(response.status).toBe(200);
    expect(await response.text()).toContain(`${provider.issuer}/.well-known/openid-configuration`);
  });
});
