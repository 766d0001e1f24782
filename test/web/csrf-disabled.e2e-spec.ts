import { skipCSRFCheck } from '@authnest/core';
import { credentials, JANE, platforms, TestApp } from '../support/test-app.js';

describe.each(platforms())('without the CSRF check on %s', (platform) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ platform, config: { skipCSRFCheck } });
  });
  afterAll(() => app.close());

  it('responds to /auth/csrf with 404 and an empty body, and clears the cookie', async () => {
    const browser = app.client();
    browser.cookies.set('authjs.csrf-token', 'of-another-time');

    const response = await browser.get('/auth/csrf');

    expect(response).toMatchObject({ status: 404, text: '' });
    expect(browser.lastSetCookies).toContainEqual(
      expect.stringMatching(/^authjs\.csrf-token=; Max-Age=0; Path=\/;/),
    );
    expect(browser.cookies.has('authjs.csrf-token')).toBe(false);
  });

  it('signs in and out without a token, and never sets the cookie', async () => {
    const browser = app.client();

    for (const path of ['/auth/signin', '/auth/signout', '/auth/session', '/auth/providers']) {
      await browser.get(path, { accept: 'text/html' });
      expect(browser.lastSetCookies.join()).not.toContain('csrf-token');
    }
    const signedIn = await browser.post('/auth/callback/credentials', { form: JANE });
    expect(signedIn.location).toBe(app.url);
    expect(browser.lastSetCookies.join()).not.toContain('csrf-token');
    const session = await browser.session();
    expect(session).toMatchObject({ user: { name: 'jane' } });
    expect((await browser.post('/auth/session', { json: { data: 1 } })).json()).toEqual(session);
    expect((await browser.post('/auth/signout')).location).toBe(app.url);
    expect(await browser.session()).toBeNull();
  });

  it('renders forms without the `csrfToken` field', async () => {
    const browser = app.client();
    await browser.post('/auth/callback/credentials', { form: JANE });

    for (const path of ['/auth/signin', '/auth/signout']) {
      const page = await browser.get(path, { accept: 'text/html' });
      expect(page.text).toContain('<form');
      expect(page.text).not.toContain('csrfToken');
    }
  });

  it('warns once that the check is off', () => {
    expect(app.logs.warnings.filter((code) => code === 'csrf-disabled')).toHaveLength(1);
  });

  it('does not start with anything but the exported marker', async () => {
    const lookAlikes = [true, 'skipCSRFCheck', Symbol('authnest:skip-csrf-check'), skipCSRFCheck];
    const outcomes = await Promise.all(
      lookAlikes.map((marker) =>
        TestApp.start({
          platform,
          config: { providers: [credentials()], ...({ skipCSRFCheck: marker } as object) },
        }).then(
          async (started) => {
            await started.close();
            return 'started';
          },
          (error: Error) => error.message,
        ),
      ),
    );

    expect(outcomes).toEqual([
      expect.stringContaining('skipCSRFCheck: expected the exported marker'),
      expect.stringContaining('skipCSRFCheck: expected the exported marker'),
      expect.stringContaining('skipCSRFCheck: expected the exported marker'),
      'started',
    ]);
  });
});
