import { Credentials, Email } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { type CheckedClient, PASSWORD, platforms, TestApp } from '../support/test-app.js';

const HTML = { accept: 'text/html' };
const ADDRESS = 'ada.canary@example.com';
const COOKIE = 'authjs.state.tried';

describe.each(platforms())('signing in again on %s', (platform) => {
  let app: TestApp;
  let browser: CheckedClient;
  const requests: Request[] = [];

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      config: {
        adapter: new MemoryAdapter(),
        session: { strategy: 'jwt' },
        providers: [
          Credentials({
            credentials: { email: { type: 'email' }, password: { type: 'password' } },
            authorize: () => null,
          }),
          Credentials({ id: 'code', credentials: { code: {} }, authorize: () => null }),
          Email({
            from: 'us@example.com',
            sendVerificationRequest: ({ request }) => {
              requests.push(request);
            },
          }),
        ],
      },
    });
  });
  afterAll(() => app.close());

  beforeEach(() => {
    browser = app.client();
  });

  const fail = (provider = 'credentials', form: Record<string, string> = {}) =>
    browser.signIn(provider, { email: ADDRESS, password: 'wrong-canary', ...form }, HTML);

  it('keeps the address in its field, and focuses the password', async () => {
    const { location = '' } = await fail();
    const { text } = await browser.get(location, HTML);

    expect(location).toBe(`${app.url}/auth/signin?error=CredentialsSignin&code=credentials`);
    expect(text).toMatch(
      new RegExp(`name="email" value="${ADDRESS}" aria-invalid="true" aria-describedby="sign-in-`),
    );
    expect(text).toMatch(/name="password" autofocus/);
    expect(text.match(/autofocus/g)).toHaveLength(1);
    expect(text).toMatch(/<div class="error" role="alert" id="sign-in-error">/);
  });

  it('stores the address in a sealed HttpOnly cookie that expires after two minutes (C10, I04)', async () => {
    const { headers, location } = await fail();

    const cookie = `${headers['set-cookie']}`;
    expect(cookie).toMatch(
      /authjs\.state\.tried=ey[\w.-]+; Max-Age=120; Path=\/; HttpOnly; SameSite=Lax/,
    );
    expect(decodeURIComponent(`${location}${cookie}`)).not.toContain('canary');
    expect(cookie.length).toBeLessThan(800);
    expect(JSON.stringify(app.logs)).not.toContain('ada.canary');
  });

  it('shows the address once', async () => {
    const { location = '' } = await fail();
    await browser.get(location, HTML);

    expect(browser.cookies.has(COOKIE)).toBe(false);
    expect((await browser.get(location, HTML)).text).not.toContain(ADDRESS);
  });

  it('does not show the address on a later visit for another reason', async () => {
    await fail();
    const { text } = await browser.get('/auth/signin', HTML);

    expect(text).not.toContain(ADDRESS);
    expect(browser.cookies.has(COOKIE)).toBe(false);
  });

  it('keeps no password, no code, and no value that cannot be an address', async () => {
    await browser.signIn('code', { code: '123456' }, HTML);
    expect(browser.cookies.has(COOKIE)).toBe(false);

    for (const email of ['', 'x'.repeat(255), 'a\u0000b']) {
      await fail('credentials', { email });
      expect(browser.cookies.has(COOKIE)).toBe(false);
    }
  });

  it('sets no cookie for a script, which has the address already', async () => {
    await browser.signIn('credentials', { email: ADDRESS, password: 'x' });

    expect(browser.cookies.has(COOKIE)).toBe(false);
  });

  it('ignores a cookie that it did not seal', async () => {
    browser.cookies.set(COOKIE, 'ada@example.com');
    const { status, text } = await browser.get('/auth/signin?error=CredentialsSignin', HTML);

    expect(status).toBe(200);
    expect(text).not.toContain('ada@example.com');
    expect(text).toMatch(/name="email" autofocus/);
  });

  it('keeps an address that no mail can be sent to', async () => {
    const { location = '' } = await fail('email', { email: 'ada@' });
    const { text } = await browser.get(location, HTML);

    expect(location).toContain('error=EmailSignin');
    expect(text).toMatch(/name="email" value="ada@" autofocus aria-invalid="true"/);
  });

  it('passes no password to sendVerificationRequest, even if the form has one', async () => {
    requests.length = 0;
    await fail('email', { password: PASSWORD, extra: 'kept' });

    const body = (await requests[0]?.json()) as Record<string, string>;
    expect(body).toMatchObject({ email: ADDRESS, extra: 'kept' });
    expect(body).not.toHaveProperty('password');
  });
});
