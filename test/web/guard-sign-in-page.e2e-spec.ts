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
