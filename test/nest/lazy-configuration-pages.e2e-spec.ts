import type { AuthConfig } from '@authnest/core';
import { Logger, type LoggerService } from '@nestjs/common';
import { platforms, TestApp } from '../support/test-app.js';
import { OrdersController } from '../support/whole-job.js';

/** Collects errors from Nest's own logger, since a faulty configuration has no logger. */
class NestLines implements LoggerService {
  readonly errors: string[] = [];

  error(message: string): void {
    this.errors.push(message);
  }

  log(): void {}

  warn(): void {}
}

describe.each(platforms())('a faulty configuration for one request on %s', (platform) => {
  const lines = new NestLines();
  let app: TestApp;
  let configure: () => Partial<AuthConfig>;

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      // Without a secret, the configuration is faulty, whatever else it contains.
      input: () => ({ trustHost: true, secret: [], providers: [], ...configure() }),
      module: { controllers: [OrdersController] },
    });
    Logger.overrideLogger(lines);
  });
  beforeEach(() => {
    configure = () => ({});
    lines.errors.length = 0;
  });
  afterAll(async () => {
    Logger.overrideLogger(false);
    await app.close();
  });

  it('shows the built-in page with the theme of the configuration', async () => {
    configure = () => ({ theme: { colorScheme: 'dark', brandColor: '#abc123' } });
    const { status, text } = await app.client().get('/auth/signin');

    expect(status).toBe(500);
    expect(text).toContain('__next-auth-theme-dark');
    expect(text).toContain('#abc123');
  });

  it('uses no value from a theme that is itself faulty', async () => {
    configure = () => ({ theme: { logo: 'javascript:alert(1)', brandColor: '#abc123' } });

    expect((await app.client().get('/auth/signin')).text).not.toMatch(/javascript:|#abc123/);
  });

  it.each([
    ['/oops', '/oops?error=Configuration'],
    ['/oops?from=auth', '/oops?from=auth&error=Configuration'],
    ['https://help.example/oops', 'https://help.example/oops?error=Configuration'],
  ])('redirects the browser to the error page %s of the application', async (error, location) => {
    configure = () => ({ pages: { error } });
    const browser = app.client({ 'x-auth-return-redirect': '1' });

    expect(await browser.get('/auth/signin')).toMatchObject({ status: 302, location, text: '' });
    expect((await browser.get('/auth/session')).status).toBe(500);
    expect((await browser.post('/auth/signin')).status).toBe(500);
  });

  it('shows the built-in page if the custom page requires a session, and logs the loop', async () => {
    configure = () => ({ pages: { error: '/oops' } });
    const looped = await app
      .client()
      .get('/auth/signin?callbackUrl=%2Foops%3Ferror%3DConfiguration');

    expect(looped.status).toBe(500);
    expect(lines.errors).toEqual([
      expect.stringContaining('[InvalidConfiguration]'),
      expect.stringContaining('[ErrorPageLoop]'),
    ]);
  });

  it('never redirects the browser to an error page that is itself faulty', async () => {
    configure = () => ({ pages: { error: 'javascript:alert(1)' } });

    expect((await app.client().get('/auth/signin')).status).toBe(500);
  });

  it('is logged with every problem, whatever entry point handles the request', async () => {
    await app.client().get('/auth/session');
    await app.client().get('/orders');

    expect(lines.errors).toHaveLength(2);
    for (const line of lines.errors) expect(line).toContain('secret: is missing');
  });

  it('is logged with the error that the function threw', async () => {
    configure = () => {
      throw new Error('the tenant store is down');
    };
    await app.client().get('/auth/session');

    expect(lines.errors).toEqual([expect.stringContaining('the tenant store is down')]);
  });
});
