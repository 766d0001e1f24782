import { type PagesOptions, RedirectToSignIn, SessionGuard } from '@authnest/core';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { sendRaw } from '../support/raw-request.js';
import { platforms, TestApp } from '../support/test-app.js';

@Controller()
@UseGuards(SessionGuard)
class PagesController {
  @RedirectToSignIn() @Get('page') page(): string {
    return 'inside';
  }

  @RedirectToSignIn() @Get('other') other(): string {
    return 'inside';
  }
}

const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };

describe.each(platforms())('the page that the guard redirects to on %s', (platform) => {
  it.each<[string, PagesOptions, (url: string) => string]>([
    ['a page of the application', { signIn: '/login' }, (url) => `${url}/login?`],
    ['a page with a query', { signIn: '/login?lang=de' }, (url) => `${url}/login?lang=de&`],
    [
      'a page on another site',
      { signIn: 'https://id.example/in?x=1#top' },
      () => 'https://id.example/in?x=1&',
    ],
  ])('is %s', async (_, pages, expected) => {
    const app = await TestApp.start({
      platform,
      config: { pages },
      module: { controllers: [PagesController] },
    });

    const { location = '' } = await app.client().get('/page', NAVIGATION);

    expect(location.startsWith(expected(app.url))).toBe(true);
    expect(new URL(location).searchParams.get('callbackUrl')).toBe(`${app.url}/page`);
    await app.close();
  });

  it.each(['/page', '/page/', '/page?lang=de'])(
    'is refused with the reason if it is %s, which requires a session itself (HO2)',
    async (signIn) => {
      const app = await start({ signIn });

      const { statuses, text } = await follow(app, '/page?x=1');

      expect(statuses).toEqual([500]);
      expect(text).toContain('The sign-in page requires a session itself.');
      expect(app.logs.errors.map(String)).toEqual([
        'ErrorPageLoop: pages.signIn: the page requires a session; make it public',
      ]);
      await app.close();
    },
  );

  it('is refused after one redirect from another page (HO2)', async () => {
    const app = await start({ signIn: '/page' });

    expect((await follow(app, '/other')).statuses).toEqual([303, 500]);
    await app.close();
  });

  it.each<[string, PagesOptions]>([
    ['itself', { signIn: '/auth/signin' }],
    ['itself in another spelling', { signIn: '/AUTH/signin/?a=b' }],
    ['the error page, which is that page', { signIn: '/auth/error', error: '/auth/signin' }],
  ])('is shown if `pages` sets the built-in page to %s (HO2)', async (_, pages) => {
    const app = await start(pages);

    for (const path of ['/page', '/auth/signin', '/auth/error']) {
      const { statuses, text } = await follow(app, path);
      expect(statuses.length).toBeLessThan(4);
      expect(text).toMatch(/^<!DOCTYPE html>/i);
    }
    await app.close();
  });

  const start = (pages: PagesOptions) =>
    TestApp.start({ platform, config: { pages }, module: { controllers: [PagesController] } });

  /** Follows redirects as a browser does, but not for ever. */
  async function follow(app: TestApp, path: string) {
    const browser = app.client();
    const statuses: number[] = [];
    for (let at = path; ;) {
      const { status, location, text } = await browser.get(at, NAVIGATION);
      statuses.push(status);
      if (location === undefined || statuses.length > 5) return { statuses, text };
      at = location.slice(app.url.length);
    }
  }

  it('is replaced with a 401 if the host is not trusted (E11)', async () => {
    const app = await TestApp.start({
      platform,
      config: { trustHost: ['app.example'], guard: { unauthenticated: 'redirect' } },
      module: { controllers: [PagesController] },
    });
    const headers = [...Object.entries(NAVIGATION), ['Host', 'evil.test'] as const];

    const response = await sendRaw(app, { path: '/page', headers });

    expect(response.status).toBe(401);
    expect(response.headers).not.toHaveProperty('location');
    expect(response.text).not.toContain('evil');
    await app.close();
  });
});
