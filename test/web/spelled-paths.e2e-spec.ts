import { APP_GUARD } from '@nestjs/core';
import { CountingGuard } from '../support/counting.guard.js';
import { sendRaw } from '../support/raw-request.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';
import { Watched } from '../support/watched.js';

const FORM = 'application/x-www-form-urlencoded';

/** Other spellings of the same path. */
const SPELLINGS = [
  '//auth/callback/credentials',
  '/auth//callback/credentials',
  '/auth/callback//credentials',
  '/auth/./callback/credentials',
  '/auth/x/../callback/credentials',
  '/auth/callback/credentials/',
  '/auth/callback/credentials//',
  '/auth/callback/credentials///',
  '/auth/callback/credentials/.',
  '/AUTH/callback/credentials',
  '/auth/CALLBACK/credentials',
  '/auth/callback/Credentials',
  '/auth/%63allback/credentials',
  '/auth/callback/%63redentials',
  '/auth%2Fcallback/credentials',
  '/auth;x=1/callback/credentials',
  '/auth/callback;x=1/credentials',
  '/auth/callback/credentials;x=1',
  '/auth/callback/credentials?x=/auth/signin',
  '/auth/callback/credentials/x',
];

/** Options of Fastify's router that a host application might set. */
const ROUTERS = [
  ['with its default router', {}],
  [
    'with a tolerant router',
    {
      routerOptions: {
        ignoreTrailingSlash: true,
        ignoreDuplicateSlashes: true,
        useSemicolonDelimiter: true,
        caseSensitive: false,
      },
    },
  ],
] as const;

const CASES = platforms().flatMap((platform) =>
  ROUTERS.slice(0, platform === 'express' ? 1 : 2).map(
    ([router, platformOptions]) => [platform, router, platformOptions] as const,
  ),
);

describe.each(CASES)('other spellings of a path on %s %s (A20)', (platform, _, platformOptions) => {
  const isStrict = platform === 'fastify' && !('routerOptions' in platformOptions);
  const watched = new Watched();
  const guard = new CountingGuard(3);
  let app: TestApp;

  const post = (target: TestApp, path: string, fields: Record<string, string>, cookie = '') =>
    sendRaw(target, {
      method: 'POST',
      path,
      headers: [
        ['content-type', FORM],
        ['cookie', cookie],
      ],
      body: `${new URLSearchParams(fields)}`,
    });

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      platformOptions,
      config: { ...watched.config },
      module: { providers: [{ provide: APP_GUARD, useValue: guard }] },
    });
  });
  beforeEach(() => {
    guard.reset();
    watched.reset();
  });
  afterAll(() => app.close());

  it.each(SPELLINGS)('%s signs nobody in without a token', async (path) => {
    const response = await post(app, path, JANE);

    if (response.status === 302)
      expect(response.headers['location']).toMatch(/error=(?:MissingCSRF|Configuration)$/);
    else expect([400, 404]).toContain(response.status);
    expect(response.cookies.join()).not.toContain('session-token');
    expect(watched.done()).toEqual([]);
  });

  it.each(SPELLINGS)('%s starts no second count of attempts', async (path) => {
    const browser = app.client();
    const csrfToken = await browser.csrfToken();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const wrong = { username: 'jane', password: 'wrong', csrfToken };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await post(app, '/auth/callback/credentials', wrong, cookie);
    }

    const right = await post(app, path, { ...JANE, csrfToken }, cookie);

    expect([400, 404, 429, 302]).toContain(right.status);
    if (right.status === 302) expect(right.headers['location']).toContain('error=Configuration');
    expect(right.cookies.join()).not.toContain('session-token');
  });

  it('a post with a trailing slash is refused, or accepted and counted with the plain path', async () => {
    const browser = app.client();
    const form = { ...JANE, csrfToken: await browser.csrfToken() };
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

    const first = await post(app, '/auth/callback/credentials/', form, cookie);
    const others: number[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      others.push((await post(app, '/auth/callback/credentials', {})).status);
    }

    expect([first.status, ...others]).toEqual(
      // By default, Fastify's router distinguishes the two, and no route of ours matches the first.
      isStrict ? [400, 302, 302, 302] : [302, 302, 302, 429],
    );
  });
});
