import { type FakeOAuthServer } from '@authnest/testing';
import { credentials, JANE, PASSWORD, platforms } from '../../support/test-app.js';
import { anIdp, Rig, startServer } from './rig.js';

describe.each(platforms())('redirects of a sign-in on %s', (platform) => {
  let server: FakeOAuthServer;
  let rig: Rig;

  beforeAll(async () => {
    server = await startServer();
    const authorization = { params: { response_mode: 'form_post' } };
    const others = () => [anIdp(server, { id: 'form', authorization }), credentials()];
    rig = await Rig.start({ platform, others, config: { session: { strategy: 'jwt' } } }, server);
  });
  beforeEach(() => rig.reset());
  afterAll(async () => {
    await rig.close();
    await server.close();
  });

  it('use 302 or 303 after posted credentials, so that no browser posts them again (C11)', async () => {
    const browser = rig.client();
    const { location = '', status } = await browser.signIn('form');
    const { url, form } = await server.authorize(location);
    const posted = await browser.post(url.pathname, { form });
    const results = [
      status,
      posted.status,
      (await browser.get(posted.location ?? '')).status,
      (await browser.post(url.pathname, { form: { ...form, code: 'x' } })).status,
      (await rig.client().signIn('credentials', JANE)).status,
      (await rig.client().signIn('credentials', { ...JANE, password: `${PASSWORD}x` })).status,
      (await browser.signOut()).status,
    ];

    for (const result of results) expect([302, 303]).toContain(result);
  });

  it('leave no code behind: the callback only redirects, and no other site receives the URL (C10)', async () => {
    const browser = rig.client();
    const callback = await rig.approve(browser);
    const code = callback.searchParams.get('code') ?? 'none';

    const responses = [await browser.get(callback.href), await rig.client().get(callback.href)];

    for (const { status, location, headers, text } of responses) {
      expect(status).toBe(302);
      expect(headers['referrer-policy']).toBe('no-referrer');
      for (const place of [location ?? '', text]) {
        expect(place).not.toContain(code);
        expect(place).not.toContain('state=');
      }
    }
    for (const page of ['/auth/signin', '/auth/error?error=Configuration', '/auth/signout']) {
      // Pages with a form send the origin to their own site, which checks the origin of a post.
      const { headers } = await browser.get(page);
      expect(headers['referrer-policy']).toMatch(/^(?:no-referrer|same-origin)$/);
    }
  });
});
