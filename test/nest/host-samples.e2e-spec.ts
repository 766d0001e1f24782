import { CurrentUser, SessionGuard, type User } from '@authnest/core';
import { Controller, Get, UseGuards, UseInterceptors } from '@nestjs/common';
import { Writable } from 'node:stream';
import { CacheByUserInterceptor } from '../fixtures/cache-by-user.interceptor.js';
import { logger, redactUrl } from '../fixtures/redacted-logs.js';
import { SESSION } from '../support/signed-out.js';
import { JANE, OTTO, platforms, TestApp } from '../support/test-app.js';

const CODE = 'canary-code-5f1e';

describe("the redaction for the host's log", () => {
  it('hides the credentials in log lines of Fastify, and nothing else', async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    });
    const platformOptions = { logger: { ...logger, stream } };
    const app = await TestApp.start({ platform: 'fastify', platformOptions });
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const session = browser.cookies.get(SESSION) ?? '';

    await browser.get(
      `/auth/callback/idp?code=${CODE}&iss=https%3A%2F%2Fidp.example&state=${CODE}`,
    );
    await browser.get(`/auth/callback/email?%74oken=${CODE}&email=${CODE}%40x.example`);
    await app.close();

    const log = lines.join('');
    expect(log).toContain('/auth/callback/idp?code=[redacted]&iss=https%3A%2F%2Fidp.example');
    expect(log).not.toContain(CODE);
    expect(session.length).toBeGreaterThan(100);
    expect(log).not.toContain(session);
  });

  it.each([
    ['/a', '/a'],
    ['/a?', '/a?'],
    ['/a?page=2&code=1#x', '/a?page=2&code=[redacted]'],
    ['/a?code=1?token=2&TOKEN=3', '/a?code=[redacted]&TOKEN=[redacted]'],
    ['/a?%=1&csrfToken=2', '/a?%=1&csrfToken=[redacted]'],
    ['/a?b=1&amp;token=2', '/a?b=1&amp;token=[redacted]'],
  ])('of %s leaves %s', (url, left) => {
    expect(redactUrl(url)).toBe(left);
  });
});

@Controller('cached')
@UseGuards(SessionGuard)
@UseInterceptors(CacheByUserInterceptor)
class CachedController {
  calls = 0;

  @Get() show(@CurrentUser() user: User): object {
    this.calls += 1;
    return { name: user.name };
  }
}

describe.each(platforms())('the cache from the guide on %s', (platform) => {
  it('keeps a response for each user, and never returns it to another (N8)', async () => {
    const module = { controllers: [CachedController], providers: [CacheByUserInterceptor] };
    const app = await TestApp.start({ platform, module });
    const [jane, otto] = [app.client(), app.client()];
    await jane.signIn('credentials', JANE);
    await otto.signIn('credentials', OTTO);

    for (let nth = 0; nth < 3; nth += 1) {
      expect((await jane.get('/cached')).json()).toEqual({ name: 'jane' });
      expect((await otto.get('/cached')).json()).toEqual({ name: 'otto' });
    }

    expect(app.app.get(CachedController).calls).toBe(2);
    expect((await app.client().get('/cached')).status).toBe(401);
    await app.close();
  });
});
