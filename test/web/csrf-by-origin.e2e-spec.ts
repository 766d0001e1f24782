import { credentials, JANE, TestApp } from '../support/test-app.js';

const APP = 'https://app.example';
const SPA = 'https://spa.app.example';
const type = { 'content-type': 'application/json' };

describe.each(['express', 'fastify'] as const)("csrf: 'origin' on %s", (platform) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      config: { csrf: 'origin', trustedOrigins: [SPA], providers: [credentials()] },
    });
  });
  afterAll(() => app.close());

  const signIn = async (headers: Record<string, string>, body = JSON.stringify(JANE)) => {
    const sent = { host: 'app.example', 'x-auth-return-redirect': '1', ...headers };
    const response = await app.client().request('POST', '/auth/callback/credentials', sent, body);
    const { url = '' } = response.json<{ url?: string }>();
    return [response.status, new URL(url).searchParams.get('error')];
  };

  it.each([
    ['the own origin', { origin: 'http://app.example' }],
    ['a trusted origin', { origin: SPA, 'sec-fetch-site': 'same-site' }],
    ['the own site without an origin', { 'sec-fetch-site': 'same-origin' }],
    ['a hidden origin of the own site', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ])('accepts JSON without a token from %s (K72)', async (_what, headers) => {
    expect(await signIn({ ...type, ...headers })).toEqual([200, null]);
  });

  it.each<[string, Record<string, string>, number, string]>([
    ['without any header', type, 200, 'MissingCSRF'],
    ['from another origin', { ...type, origin: 'https://evil.test' }, 403, 'AccessDenied'],
    ['from a sibling', { ...type, 'sec-fetch-site': 'same-site' }, 403, 'AccessDenied'],
    ['by hand', { ...type, 'sec-fetch-site': 'none' }, 200, 'MissingCSRF'],
    [
      'of no type',
      { 'content-type': 'text/plain;application/json', origin: SPA },
      200,
      'MissingCSRF',
    ],
  ])('refuses a request %s (K72)', async (_what, headers, status, error) => {
    expect(await signIn(headers)).toEqual([status, error]);
  });

  it('refuses a form without a token, and accepts it with one (K72)', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: SPA };
    const client = app.client({ origin: SPA });

    expect(await signIn(form, `${new URLSearchParams(JANE)}`)).toEqual([200, 'MissingCSRF']);
    expect((await client.signIn('credentials', JANE)).location).toBe(app.url);
  });
});

describe('the token', () => {
  it('is needed without that option, whatever the origin (K72)', async () => {
    const app = await TestApp.start({ platform: 'express', config: { trustedOrigins: [APP] } });
    const response = await app.client().post('/auth/callback/credentials', {
      json: JANE,
      headers: { origin: APP, 'x-auth-return-redirect': '1' },
    });

    expect(response.json()).toMatchObject({
      url: expect.stringContaining('error=MissingCSRF') as string,
    });
    await app.close();
  });
});
