import { JANE, platforms, TestApp } from '../support/test-app.js';

describe.each(platforms())('the sign-out page on %s', (platform) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ platform, config: { name: 'Müller & Söhne' } });
  });
  afterAll(() => app.close());

  it('asks a visitor with a session for confirmation, and names the application', async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);

    const { text } = await browser.get('/auth/signout');

    expect(text).toContain('<h1>Sign out?</h1>');
    expect(text).toContain('You will need to sign in again to use Müller &amp; Söhne.');
    expect(text).toContain('id="submitButton"');
  });

  it('shows a visitor without a session as signed out (U16)', async () => {
    const { status, text } = await app.client().get('/auth/signout');

    expect(status).toBe(200);
    expect(text).toContain('<h1>You are signed out</h1>');
    expect(text).not.toContain('sign in again');
    expect(text).not.toContain('<form');
    expect(text).toContain(`<a class="button primary" href="${app.url}/auth/signin">`);
  });

  it('shows the visitor as signed out after sign-out (U16)', async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    await browser.signOut();

    expect((await browser.get('/auth/signout')).text).toContain('You are signed out');
  });

  it('asks for confirmation if the session cookie is invalid', async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    browser.cookies.set('authjs.session-token', 'not-a-token');

    expect((await browser.get('/auth/signout')).text).toContain('<h1>Sign out?</h1>');
  });
});
