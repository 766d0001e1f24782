import { withEnvironment } from '../support/environment.js';
import { APP, FOREIGN_TARGETS } from '../support/redirect-targets.js';
import { type CheckedClient, JANE, platforms, TestApp } from '../support/test-app.js';

const CB = '__Secure-authjs.callback-url';

describe.each(platforms())('redirects stay in the application on %s', (platform) => {
  let app: TestApp;
  let browser: CheckedClient;
  const elsewhere = { url: '' };

  beforeAll(async () => {
    app = await withEnvironment({ AUTH_URL: APP }, () =>
      TestApp.start({
        platform,
        config: {
          callbacks: { signIn: ({ user }) => (user.name === 'sent-away' ? elsewhere.url : true) },
        },
      }),
    );
  });
  beforeEach(() => {
    browser = app.client();
  });
  afterAll(() => app.close());

  const remembered = (): string => decodeURIComponent(browser.cookies.get(CB) ?? '');

  /** Tries every target, and asserts that each redirect stays in the application. */
  const expectNoneFollowed = async (
    lead: (target: string) => Promise<string | undefined>,
    targets = FOREIGN_TARGETS,
  ): Promise<void> => {
    const led: unknown[] = [];
    for (const target of targets) led.push([target, await lead(target)]);

    expect(led).toEqual(targets.map((target) => [target, APP]));
  };

  it('after sign-in, whatever a field requests (A13, A14, A16, E20)', () =>
    expectNoneFollowed(async (callbackUrl) => {
      const { location } = await browser.signIn('credentials', { ...JANE, callbackUrl });
      expect(remembered()).toBe(APP);
      return location;
    }));

  it('after sign-in, whatever a parameter requests (A13, A14, A16, E20)', () =>
    expectNoneFollowed(async (target) => {
      const form = { ...JANE, csrfToken: await browser.csrfToken() };
      const path = `/auth/callback/credentials?callbackUrl=${encodeURIComponent(target)}`;
      const { location } = await browser.post(path, { form });
      expect(remembered()).toBe(APP);
      return location;
    }));

  it('after the sign-in page, whatever a parameter requests (A13, A14, E20)', () =>
    expectNoneFollowed(async (target) => {
      const path = `/auth/signin?callbackUrl=${encodeURIComponent(target)}`;
      const page = await browser.get(path, { accept: 'text/html' });
      expect(page.status).toBe(200);
      expect(page.text).not.toContain('evil');
      return remembered();
    }));

  it('after sign-out, as a redirect and as JSON (A13, E21)', async () => {
    await expectNoneFollowed(async (target) => {
      await browser.signIn('credentials', JANE);
      return (await browser.signOut({ callbackUrl: target })).location;
    });
    await expectNoneFollowed(async (target) => {
      const response = await browser.signOut({ callbackUrl: target, json: 'true' });
      return response.json<{ url: string }>().url;
    });
  });

  it('whatever the cookie contains, which is checked again when it is used (A16, E21)', async () => {
    await expectNoneFollowed(async (target) => {
      await browser.csrfToken();
      browser.cookies.set(CB, encodeURIComponent(target));
      const { location } = await browser.signIn('credentials', JANE);
      expect(remembered()).toBe(APP);
      return location;
    });
    const plain = FOREIGN_TARGETS.filter((target) => /^[\x21-\x7e]+$/.test(target));
    await expectNoneFollowed(async (target) => {
      await browser.csrfToken();
      browser.cookies.set(CB, target);
      return (await browser.signOut()).location;
    }, plain);
  });

  it('whatever URL the signIn callback returns (E21)', async () => {
    // An empty string is no URL: it denies access.
    const targets = FOREIGN_TARGETS.filter((target) => target !== '');
    await expectNoneFollowed(async (target) => {
      elsewhere.url = target;
      const { location } = await browser.signIn('credentials', { ...JANE, username: 'sent-away' });
      expect(await browser.session()).toBeNull();
      return location;
    }, targets);
    elsewhere.url = '/ask-first';
    const response = await browser.signIn('credentials', { ...JANE, username: 'sent-away' });
    expect(response.location).toBe(`${APP}/ask-first`);
  });

  it.each([
    ['/home', `${APP}/home`],
    ['/', `${APP}/`],
    [APP, APP],
    [`${APP}/a?b=//evil.test#d`, `${APP}/a?b=//evil.test#d`],
    ['/%2F%2Fevil.test', `${APP}/%2F%2Fevil.test`],
    ['/@evil.test', `${APP}/@evil.test`],
  ])('a callback URL of the application is followed: %s (E20)', async (callbackUrl, location) => {
    const response = await browser.signIn('credentials', { ...JANE, callbackUrl });

    expect(response.location).toBe(location);
    expect(remembered()).toBe(location);
  });

  it('an empty callback URL counts as none: the query is used, and then the cookie', async () => {
    await browser.get('/auth/signin?callbackUrl=/deep');
    await browser.get('/auth/session?callbackUrl=');
    expect(remembered()).toBe(`${APP}/deep`);

    const { location } = await browser.signIn('credentials', { ...JANE, callbackUrl: '' });
    expect([location, remembered()]).toEqual([`${APP}/deep`, `${APP}/deep`]);

    const form = { csrfToken: await browser.csrfToken(), callbackUrl: '' };
    const signedOut = await browser.post('/auth/signout?callbackUrl=/query', { form });
    expect([signedOut.location, remembered()]).toEqual([`${APP}/query`, `${APP}/query`]);
  });

  it('a list is not accepted as the callback URL (A14)', async () => {
    const foreign = ['[]', '', '[0]', '']
      .map((suffix) => `callbackUrl${suffix}=//evil.test`)
      .join('&');
    expect((await browser.get(`/auth/signin?${foreign}`)).status).toBe(200);
    expect(remembered()).toBe(APP);

    const fields = { ...JANE, csrfToken: await browser.csrfToken() };
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = `${new URLSearchParams(fields)}&${foreign}`;
    const posted = await browser.request('POST', '/auth/callback/credentials', type, form);
    expect(posted.location).toBe(APP);
  });
});
