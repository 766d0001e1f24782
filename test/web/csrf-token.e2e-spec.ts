import { createHash } from 'node:crypto';
import { plainOAuth } from '../support/plain-oauth.js';
import {
  type CheckedClient,
  credentials,
  JANE,
  platforms,
  SECRET,
  TestApp,
} from '../support/test-app.js';
import { Watched } from '../support/watched.js';

/** Every state-changing POST, with fields that would change something if it were accepted. */
const POSTS = [
  ['signin/gh', { callbackUrl: '/home' }],
  ['signin/credentials', {}],
  ['signout', {}],
  ['session', { data: 'x' }],
  ['callback/credentials', { ...JANE }],
] as const;

const OTHER_TOKEN = 'a'.repeat(64);

describe.each(platforms())('the CSRF token on %s', (platform) => {
  const watched = new Watched();
  let app: TestApp;
  let browser: CheckedClient;

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      config: { ...watched.config, providers: [credentials(), plainOAuth()] },
    });
  });
  beforeEach(async () => {
    browser = app.client();
    await browser.signIn('credentials', JANE);
    watched.reset();
  });
  afterAll(() => app.close());

  const post = (path: string, form: Record<string, string>) =>
    browser.post(`/auth/${path}`, { form });

  /** Asserts that a post is refused for its token, with no cookie and no effect. */
  const expectRefused = async (path: string, form: Record<string, string>): Promise<void> => {
    const response = await post(path, form);
    expect(response).toMatchObject(
      path === 'session'
        ? { status: 400, text: 'null' }
        : {
            status: 302,
            location: `${app.url}/auth/${path === 'signout' ? 'signout' : 'signin'}?error=MissingCSRF`,
          },
    );
    expect(browser.lastSetCookies).toEqual([]);
    expect(watched.done()).toEqual([]);
  };

  it.each([
    ['twice', (token: string) => [`csrfToken=${token}&csrfToken=${token}`, '']],
    ['twice, the first one wrong', (token: string) => [`csrfToken=x&csrfToken=${token}`, '']],
    ['as a list', (token: string) => [`csrfToken%5B%5D=${token}`, '']],
    ['also in the URL', (token: string) => [`csrfToken=${token}`, `?csrfToken=${token}`]],
    ['only in the URL', (token: string) => ['', `?csrfToken=${token}`]],
  ])('signs nobody out if the field is sent %s', async (_, forge) => {
    const [body, query] = forge(await browser.csrfToken());
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };

    const response = await browser.request('POST', `/auth/signout${query}`, headers, body);

    expect([400, 302]).toContain(response.status);
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
  });

  describe.each(POSTS)('POST %s (E01)', (path, fields) => {
    it('is refused without a token, and changes nothing', async () => {
      await expectRefused(path, fields);
    });

    it('is refused with a wrong token', async () => {
      await expectRefused(path, { ...fields, csrfToken: OTHER_TOKEN });
    });

    it('is refused with the field but no cookie', async () => {
      const csrfToken = await browser.csrfToken();
      browser.cookies.delete('authjs.csrf-token');
      await expectRefused(path, { ...fields, csrfToken });
    });

    it.each([
      ['a hash made with another secret', `${OTHER_TOKEN}%7C${hash(OTHER_TOKEN, 'other-secret')}`],
      ['a hash made with no secret', `${OTHER_TOKEN}%7C${hash(OTHER_TOKEN, '')}`],
      ['no separator', OTHER_TOKEN],
      ['10,000 separators', '|'.repeat(10_000)],
      ['a separator and nothing else', '%7C'],
      ['a valid hash of an empty token', `%7C${hash('', SECRET)}`],
    ])('is refused with a cookie that has %s (E02)', async (_, cookie) => {
      browser.cookies.set('authjs.csrf-token', cookie);
      await expectRefused(path, { ...fields, csrfToken: OTHER_TOKEN });
      await expectRefused(path, { ...fields, csrfToken: '' });
    });

    it('is refused with a token that is a list or an object (E02)', async () => {
      const csrfToken = await browser.csrfToken();
      for (const wrong of [[csrfToken], { 0: csrfToken }, { toString: csrfToken }, 1, true]) {
        const response = await browser.post(`/auth/${path}`, {
          json: { ...fields, csrfToken: wrong },
        });
        expect(response.status).toBe(400);
        expect(response.json()).toBe(path === 'session' ? null : 'Bad request.');
        expect(watched.done()).toEqual([]);
      }
    });

    it('is accepted with both field and cookie', async () => {
      const { status, location = '' } = await post(path, {
        ...fields,
        csrfToken: await browser.csrfToken(),
      });
      expect([200, 302]).toContain(status);
      expect(location).not.toContain('error=');
    });
  });

  it('keeps the session of a browser whose posts were refused', async () => {
    for (const [path, fields] of POSTS) await post(path, fields);

    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
  });
});

function hash(token: string, secret: string): string {
  return createHash('sha256')
    .update(token + secret)
    .digest('hex');
}
