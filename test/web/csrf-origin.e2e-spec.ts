import { withEnvironment } from '../support/environment.js';
import { plainOAuth } from '../support/plain-oauth.js';
import {
  type CheckedClient,
  credentials,
  JANE,
  OTTO,
  platforms,
  TestApp,
} from '../support/test-app.js';
import { Watched } from '../support/watched.js';

const APP = 'https://app.example';
const SIBLING = 'https://other.app.example';
const EVIL = 'https://evil.test';
const CSRF = '__Host-authjs.csrf-token';

const form = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html' };
const script = { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', accept: '*/*' };

type Sender = readonly [string, Readonly<Record<string, string>>];

/** Headers of posts from pages of the application, and from programs other than browsers. */
const OWN: readonly Sender[] = [
  ['a form', { origin: APP, referer: `${APP}/`, 'sec-fetch-site': 'same-origin', ...form }],
  [
    'a form on a page without referrer',
    { origin: 'null', 'sec-fetch-site': 'same-origin', ...form },
  ],
  ['a script', { origin: APP, 'sec-fetch-site': 'same-origin', ...script }],
  ['a form in a browser without Fetch Metadata', { origin: APP, referer: `${APP}/x` }],
  ['a browser that sends no Origin', { referer: `${APP}/auth/signin` }],
  ['a reload', { origin: 'null', 'sec-fetch-site': 'none', ...form }],
  ['a program that is not a browser', {}],
];

/** Headers that browsers send when a page of another site posts. */
const FOREIGN: readonly Sender[] = [
  [
    'a foreign form (E03)',
    { origin: EVIL, referer: `${EVIL}/`, 'sec-fetch-site': 'cross-site', ...form },
  ],
  ['a foreign script (E03)', { origin: EVIL, 'sec-fetch-site': 'cross-site', ...script }],
  ['a foreign form in a browser without Fetch Metadata (E03)', { origin: EVIL }],
  ['a sandboxed frame (E03)', { origin: 'null', 'sec-fetch-site': 'cross-site', ...form }],
  ['a sandboxed frame in a browser without Fetch Metadata (E03)', { origin: 'null' }],
  ['an opaque origin with our referrer (E03)', { origin: 'null', referer: `${APP}/` }],
  ['a foreign Referer without Origin (E03)', { referer: `${EVIL}/page?of=${APP}` }],
  ['a Referer that is not a URL (E03)', { referer: 'app.example' }],
  ['another site without Origin and Referer (E03)', { 'sec-fetch-site': 'cross-site', ...form }],
  ['a host that begins with ours (E03)', { origin: `${APP}.evil.test` }],
  ['another port (E03)', { origin: `${APP}:8443`, 'sec-fetch-site': 'same-site' }],
  ['plain http (E03)', { origin: 'http://app.example', 'sec-fetch-site': 'cross-site' }],
  ['two origins (E03)', { origin: `${APP}, ${EVIL}` }],
  ['an empty Origin (E03)', { origin: '' }],
  ['a form on a sibling (E04)', { origin: SIBLING, 'sec-fetch-site': 'same-site', ...form }],
  ['a sibling without Referer (E04)', { origin: 'null', 'sec-fetch-site': 'same-site', ...form }],
  ['a sibling without Origin (E04)', { 'sec-fetch-site': 'same-site', ...form }],
];

const POSTS = ['signin/gh', 'signin/credentials', 'signout', 'session', 'callback/credentials'];

describe.each(platforms())('the origin of a post, on %s', (platform) => {
  const watched = new Watched();
  let app: TestApp;
  let browser: CheckedClient;

  beforeAll(async () => {
    app = await withEnvironment({ AUTH_URL: APP }, () => start([]));
  });
  beforeEach(async () => {
    browser = app.client();
    await browser.signIn('credentials', JANE);
    watched.reset();
  });
  afterAll(() => app.close());

  const start = (trustedOrigins: string[]): Promise<TestApp> =>
    TestApp.start({
      platform,
      config: { ...watched.config, providers: [credentials(), plainOAuth()], trustedOrigins },
    });

  it.each(OWN)('accepts a valid pair from %s', async (_, headers) => {
    const response = await browser.signIn('credentials', OTTO, headers);

    expect(response).toMatchObject({ status: 302, location: APP });
    expect(await browser.session()).toMatchObject({ user: { name: 'otto' } });
  });

  it.each(OWN)('refuses %s without a pair', async (_, headers) => {
    const response = await app.client(headers).post('/auth/callback/credentials', { form: JANE });

    expect(response.location).toBe(`${APP}/auth/signin?error=MissingCSRF`);
    expect(watched.done()).toEqual([]);
  });

  it.each(FOREIGN)('changes nothing, and refuses a valid pair from %s', async (_, headers) => {
    const fields = { ...OTTO, csrfToken: await browser.csrfToken() };

    for (const path of POSTS) {
      const response = await browser.post(`/auth/${path}`, { form: fields, headers });
      expect([path, response.status]).toEqual([path, 403]);
      expect(response.text).not.toContain('evil.test');
      expect(browser.lastSetCookies).toEqual([]);
      expect(watched.done()).toEqual([]);
    }
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
  });

  it('responds with 403 as a page to a browser and as JSON with a URL to a script', async () => {
    const csrfToken = await browser.csrfToken();
    const foreign = { origin: EVIL };

    const page = await browser.post('/auth/signout', {
      form: { csrfToken },
      headers: { ...foreign, accept: 'text/html' },
    });
    const json = await browser.post('/auth/signout', {
      form: { csrfToken },
      headers: { ...foreign, 'x-auth-return-redirect': '1' },
    });

    expect(page).toMatchObject({
      status: 403,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
    expect(json).toMatchObject({ status: 403 });
    expect(json.json<{ url: string }>().url).toBe(`${APP}/auth/error?error=AccessDenied`);
  });

  it('accepts a post from a sibling that is trusted, and from no other (E04)', async () => {
    const trusting = await withEnvironment({ AUTH_URL: APP }, () => start([SIBLING]));
    const visitor = trusting.client();

    const sibling = { origin: SIBLING, 'sec-fetch-site': 'same-site' };
    const signedIn = await visitor.signIn('credentials', JANE, sibling);
    const refused = await visitor.signIn('credentials', OTTO, {
      ...sibling,
      origin: 'https://third.app.example',
    });

    expect(signedIn.status).toBe(302);
    expect(refused.status).toBe(403);
    expect(await visitor.session()).toMatchObject({ user: { name: 'jane' } });
    await trusting.close();
  });

  it('signs nobody in when a page of another site submits its own credentials (E05)', async () => {
    const victim = app.client();
    const headers = { origin: EVIL, 'sec-fetch-site': 'cross-site', ...form };

    for (const path of ['callback/credentials', 'signin/gh', 'signin/credentials']) {
      const response = await victim.post(`/auth/${path}`, { form: OTTO, headers });
      expect(response.status).toBe(403);
      expect(victim.lastSetCookies).toEqual([]);
    }

    expect(watched.done()).toEqual([]);
    expect(await victim.session()).toBeNull();
  });

  it('refuses the pair that an attacker planted (A36)', async () => {
    const attacker = app.client();
    const csrfToken = await attacker.csrfToken();
    browser.cookies.set(CSRF, attacker.cookies.get(CSRF) ?? '');

    for (const [, headers] of FOREIGN) {
      const planted = { ...OTTO, csrfToken };
      const response = await browser.post('/auth/callback/credentials', { form: planted, headers });
      expect(response.status).toBe(403);
    }

    expect(watched.done()).toEqual([]);
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
  });

  it('refuses a token that was fetched before sign-in, and one fetched before sign-out (A36)', async () => {
    const visitor = app.client();
    const beforeSignIn = await visitor.csrfToken();
    await visitor.signIn('credentials', JANE);
    watched.reset();

    const late = await visitor.post('/auth/signout', { form: { csrfToken: beforeSignIn } });
    expect(late.location).toBe(`${APP}/auth/signout?error=MissingCSRF`);
    expect(watched.done()).toEqual([]);

    const beforeSignOut = await visitor.csrfToken();
    await visitor.signOut();
    watched.reset();
    const later = { ...OTTO, csrfToken: beforeSignOut };
    const reused = await visitor.post('/auth/callback/credentials', { form: later });
    expect(reused.location).toBe(`${APP}/auth/signin?error=MissingCSRF`);
    expect(watched.done()).toEqual([]);
  });
});
