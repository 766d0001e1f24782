import type { INestApplication } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { sendRaw } from '../support/raw-request.js';
import { type Platform, platforms, TestApp } from '../support/test-app.js';

/** Replaces the platform's parser, and records the fields of the parsed body that are read. */
class WatchedBody {
  readonly read: string[] = [];
  all = 0;

  constructor(private readonly fields: object) {}

  get body(): object {
    return new Proxy(this.fields, {
      get: (target, name) => {
        if (typeof name === 'string' && Object.hasOwn(target, name)) this.read.push(name);
        return Reflect.get(target, name) as unknown;
      },
      ownKeys: (target) => {
        this.all += 1;
        return Reflect.ownKeys(target);
      },
    });
  }

  install(app: INestApplication, platform: Platform): void {
    if (platform === 'fastify') {
      (app as NestFastifyApplication)
        .getHttpAdapter()
        .getInstance()
        .addHook('preHandler', async (request: { body: unknown }) => {
          request.body = this.body;
        });
      return;
    }
    app.use((request: Record<string, unknown>, _: unknown, next: () => void) => {
      Object.defineProperty(request, 'body', { get: () => this.body, set() {} });
      next();
    });
  }
}

describe.each(platforms())('a refused request, on %s', (platform) => {
  let app: TestApp;
  let watched: WatchedBody;

  beforeEach(async () => {
    watched = new WatchedBody({ csrfToken: 'x', username: 'jane', data: [[[]]] });
    app = await TestApp.start({ platform, configure: (nest) => watched.install(nest, platform) });
  });
  afterEach(() => app.close());

  const post = async (path: string, headers: Record<string, string>) => {
    const browser = app.client();
    await browser.csrfToken();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const all = { cookie, 'content-type': 'application/json', ...headers };
    return sendRaw(app, { method: 'POST', path, headers: Object.entries(all), body: '{}' });
  };

  it.each([
    '/auth/callback/credentials',
    '/auth/signin/credentials',
    '/auth/signout',
    '/auth/session',
  ])('has only its token read if the token is wrong: %s (N5)', async (path) => {
    await post(path, {});

    expect(watched.all).toBe(0);
    expect(new Set(watched.read)).toEqual(new Set(['csrfToken']));
  });

  it('has nothing read if it is from another site (N5)', async () => {
    const { status } = await post('/auth/signout', { origin: 'https://evil.test' });

    expect(status).toBe(403);
    expect(watched.read).toEqual([]);
  });
});
