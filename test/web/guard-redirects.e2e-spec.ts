import { RedirectToSignIn, SessionGuard } from '@authnest/core';
import { All, Controller, Get, Module, Post, type Type, UseGuards } from '@nestjs/common';
import { sendRaw } from '../support/raw-request.js';
import {
  type CheckedClient,
  JANE,
  type Platform,
  platforms,
  TestApp,
} from '../support/test-app.js';

@Controller()
@UseGuards(SessionGuard)
class PagesController {
  @Get('plain') plain(): string {
    return 'inside';
  }

  @RedirectToSignIn() @Get('page') page(): string {
    return 'inside';
  }

  @RedirectToSignIn() @Post('page') change(): string {
    return 'inside';
  }
}

@Controller('area')
@UseGuards(SessionGuard)
@RedirectToSignIn()
class AreaController {
  @Get() home(): string {
    return 'inside';
  }
}

/** Returns a module with a guarded route for every path that no other route matches. */
function catchAll(platform: Platform): Type {
  @Controller()
  @UseGuards(SessionGuard)
  class CatchAllController {
    @All(platform === 'fastify' ? '*' : '{*path}') any(): string {
      return 'inside';
    }
  }

  @Module({ controllers: [CatchAllController] })
  class CatchAllModule {}

  return CatchAllModule;
}

const NAVIGATION = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none',
};

/** Headers that browsers send when they open a page. */
const BROWSERS = [
  ['a link or a typed address', NAVIGATION],
  ['a browser without Fetch Metadata', { accept: 'text/html,application/xhtml+xml' }],
  ['a link on another site', { ...NAVIGATION, 'sec-fetch-site': 'cross-site' }],
] as const;

/** Headers of requests from scripts, images and programs. */
const CALLERS = [
  ['fetch', { accept: '*/*', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ['fetch that requests a page', { accept: 'text/html', 'sec-fetch-mode': 'cors' }],
  [
    'an image',
    { accept: 'image/avif,*/*', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  ],
  ['an API client', { accept: 'application/json' }],
  ['a program that sends no headers', {}],
] as const;

describe.each(platforms())('the redirect of the guard to the sign-in page on %s', (platform) => {
  let asked: TestApp;
  let always: TestApp;

  beforeAll(async () => {
    const module = { controllers: [PagesController, AreaController] };
    asked = await TestApp.start({ platform, module });
    always = await TestApp.start({
      platform,
      config: { guard: { unauthenticated: 'redirect' } },
      // Express uses the first matching route, so the catch-all is registered after the endpoints.
      module: { ...module, imports: [catchAll(platform)] },
    });
  });
  afterAll(() => Promise.all([asked.close(), always.close()]));

  const signInPage = (app: TestApp, path: string): string =>
    `${app.url}/auth/signin?callbackUrl=${encodeURIComponent(`${app.url}${path}`)}`;

  it.each(BROWSERS)('is sent for %s, with the option', async (_, headers) => {
    for (const path of ['/plain', '/page', '/area']) {
      const response = await always.client().get(path, headers);

      expect(response).toMatchObject({ status: 303, location: signInPage(always, path) });
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  it.each(BROWSERS)('is sent for %s, with the decorator', async (_, headers) => {
    const browser = asked.client();

    expect(await browser.get('/page?a=1&b=2', headers)).toMatchObject({
      status: 303,
      location: signInPage(asked, '/page?a=1&b=2'),
    });
    expect((await browser.get('/area', headers)).status).toBe(303);
    expect((await browser.request('HEAD', '/page', headers)).status).toBe(303);
    const plain = await browser.get('/plain', headers);
    expect(plain.status).toBe(401);
    expect(plain.location).toBeUndefined();
  });

  it.each(CALLERS)('is never sent for %s', async (_, headers) => {
    for (const app of [asked, always]) {
      for (const path of ['/page', '/area', '/plain']) {
        const response = await app.client().get(path, headers);
        expect(response.status).toBe(401);
        expect(response.location).toBeUndefined();
      }
    }
  });

  it('is never sent for a form, which could not be posted again', async () => {
    for (const app of [asked, always]) {
      const response = await app.client().post('/page', { headers: NAVIGATION });
      expect(response.status).toBe(401);
      expect(response.location).toBeUndefined();
    }
  });

  it('returns to the page after sign-in', async () => {
    const browser = asked.client();

    await followToSignIn(browser, '/page?x=1', asked);
    const back = await browser.signIn('credentials', JANE);

    expect(back.location).toBe(`${asked.url}/page?x=1`);
    expect((await browser.get(back.location ?? '', NAVIGATION)).text).toBe('inside');
  });

  it.each(['//evil.test', '//evil.test/..', '///evil.test', '/\\evil.test', '/x/%2E%2e/y'])(
    'is not sent if the target is not a path: %s (N11)',
    async (path) => {
      const response = await sendRaw(always, { path, headers: Object.entries(NAVIGATION) });

      expect(response.status).toBe(400);
      expect(response.headers).not.toHaveProperty('location');
      expect(always.logs.lines.at(-1)).toContain("reason: 'malformed'");
    },
  );

  it.each(['/%2F%2Fevil.test', '/@evil.test'])(
    'returns to the application from %s (A42)',
    async (path) => {
      const turned = await sendRaw(always, { path, headers: Object.entries(NAVIGATION) });
      expect(turned.status).toBe(303);
      const browser = always.client();
      const page = await browser.get(String(turned.headers['location']), { accept: 'text/html' });
      expect(page.status).toBe(200);

      const { location = '' } = await browser.signIn('credentials', JANE);

      expect(new URL(location).origin).toBe(always.url);
      expect(location.startsWith(always.url)).toBe(true);
    },
  );

  it.each(['callbackUrl', 'returnTo', 'redirectTo', 'next'])(
    'returns to the page itself, whatever value its parameter %s has (A13)',
    async (parameter) => {
      const browser = always.client();
      const path = `/page?${parameter}=https%3A%2F%2Fevil.test%2F`;
      const turned = await followToSignIn(browser, path, always);

      const { location } = await browser.signIn('credentials', JANE);

      expect(turned).toBe(signInPage(always, path));
      expect(location).toBe(`${always.url}${path}`);
    },
  );
});

/** Opens a guarded page and the page it redirects to. @returns the URL of the sign-in page */
async function followToSignIn(browser: CheckedClient, path: string, app: TestApp): Promise<string> {
  const { location = '' } = await browser.get(path, NAVIGATION);
  expect(location.startsWith(`${app.url}/auth/signin?`)).toBe(true);
  expect((await browser.get(location, { accept: 'text/html' })).status).toBe(200);
  return location;
}
