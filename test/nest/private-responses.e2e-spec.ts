import { CurrentUser, OptionalSession, SessionGuard, type User } from '@authnest/core';
import {
  type CallHandler,
  Controller,
  type ExecutionContext,
  Get,
  Header,
  type INestApplication,
  type MessageEvent,
  type NestInterceptor,
  Redirect,
  Res,
  Sse,
  StreamableFile,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { of, tap } from 'rxjs';
import { SESSION } from '../support/signed-out.js';
import { sentCookies } from '../support/set-cookies.js';
import { JANE, type Platform, platforms, TestApp } from '../support/test-app.js';

/** Sets a header when the handler is done, as caching interceptors do. */
class PublicAfterwards implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const response = context.switchToHttp().getResponse<{
      header(name: string, value: string): unknown;
    }>();
    return next.handle().pipe(tap(() => response.header('Cache-Control', 'public, max-age=60')));
  }
}

interface Sending {
  readonly raw?: ServerResponse;
}

@Controller()
@UseGuards(SessionGuard)
class CachedController {
  @Header('Cache-Control', 'public, max-age=60')
  @Header('Vary', 'Accept-Language')
  @Get('header')
  header(@CurrentUser() user: User): object {
    return { user };
  }

  @OptionalSession()
  @Header('cache-control', 'public, max-age=60')
  @Get('optional')
  optional(@CurrentUser() user: User | null): object {
    return { user };
  }

  @Header('CDN-Cache-Control', 'max-age=60')
  @Header('Cloudflare-CDN-Cache-Control', 'max-age=60')
  @Header('Surrogate-Control', 'max-age=60')
  @Header('Edge-Control', 'max-age=60')
  @Header('X-LiteSpeed-Cache-Control', 'public, max-age=60')
  @Header('X-Accel-Expires', '60')
  @Get('others')
  others(): string {
    return 'inside';
  }

  @UseInterceptors(PublicAfterwards) @Get('interceptor') interceptor(): string {
    return 'inside';
  }

  @Header('Cache-Control', 'public, max-age=60') @Get('file') file(): StreamableFile {
    return new StreamableFile(Buffer.from('inside'));
  }

  @Header('Cache-Control', 'public, max-age=60') @Redirect('/header') @Get('away') away(): void {}

  @Header('Cache-Control', 'public, max-age=60') @Sse('events') events() {
    return of<MessageEvent>({ data: 'inside' });
  }

  @Get('by-hand') byHand(@Res() response: Sending & ServerResponse): void {
    const raw = response.raw ?? response;
    raw.setHeader('cache-control', 'public');
    const cookies = raw.getHeader('set-cookie');
    raw.writeHead(200, 'Fine', {
      'Cache-Control': 'public, max-age=60',
      'x-own': '1',
      ...(cookies && { 'set-cookie': cookies as string[] }),
    });
    raw.end('inside');
  }
}

const PATHS = ['header', 'optional', 'others', 'interceptor', 'file', 'away', 'events', 'by-hand'];

describe.each(platforms())('a response with a renewed session on %s', (platform) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      config: { session: { updateAge: 0 } },
      module: { controllers: [CachedController] },
      configure: (nest) =>
        nest.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
          response.setHeader('vary', 'Accept-Encoding');
          next();
        }),
    });
  });
  afterAll(() => app.close());

  it.each(PATHS)(
    'is private, whatever Cache-Control the handler of /%s sets (N7)',
    async (path) => {
      const browser = app.client();
      await browser.signIn('credentials', JANE);

      const { headers, status } = await browser.get(`/${path}`);

      expect(status).toBeLessThan(400);
      expect(sentCookies(headers['set-cookie']).map(({ name }) => name)).toContain(SESSION);
      expect(headers['cache-control']).toBe('private, no-cache, no-store');
      expect(`${headers['vary']}`).toMatch(/\bCookie\b/);
      const caching = Object.keys(headers).filter((name) =>
        /cdn|surrogate|edge|litespeed|accel-expires/.test(name),
      );
      expect(caching).toEqual([]);
    },
  );

  it('keeps the other values of Vary, and the other headers of writeHead (N7)', async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);

    const { headers } = await browser.get('/header');
    const byHand = await browser.get('/by-hand');

    expect(`${headers['vary']}`).toContain('Accept-Language');
    expect(byHand.headers['x-own']).toBe('1');
    expect(byHand.text).toBe('inside');
  });

  it('keeps the headers of the handler if no session is renewed (N7)', async () => {
    const { headers } = await app.client().get('/optional');

    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['cache-control']).toBe('public, max-age=60');
  });
});

describe.each(platforms())('a response of an endpoint on %s', (platform) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      configure: (nest) => letCachesStore(nest, platform),
    });
  });
  afterAll(() => app.close());

  it.each(['csrf', 'session', 'signin', 'nowhere'])(
    'is private, whatever the application sets on every response: /%s (N7)',
    async (path) => {
      const { headers } = await app.client().get(`/auth/${path}`);

      expect(headers['cache-control']).toBe('private, no-cache, no-store');
      expect(`${headers['vary']}`).toMatch(/\bCookie\b/);
      expect(Object.keys(headers).filter((name) => OTHERS.includes(name))).toEqual([]);
      expect(headers['x-own']).toBe('1');
    },
  );

  it('is private if it opens a session, too (N7)', async () => {
    const { headers } = await app.client().signIn('credentials', JANE);

    expect(sentCookies(headers['set-cookie']).map(({ name }) => name)).toContain(SESSION);
    expect(headers['cache-control']).toBe('private, no-cache, no-store');
    expect(Object.keys(headers).filter((name) => OTHERS.includes(name))).toEqual([]);
  });
});

/** Headers that caches obey before `Cache-Control`. */
const OTHERS = [
  'cdn-cache-control',
  'edge-control',
  'surrogate-control',
  'x-accel-expires',
  'x-litespeed-cache-control',
];

/** Sets them ahead of all routes, as an application does whose pages are the same for everybody. */
function letCachesStore(nest: INestApplication, platform: Platform): void {
  const all = [...OTHERS.map((name) => [name, 'max-age=60'] as const), ['x-own', '1'] as const];
  if (platform === 'express') {
    nest.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
      for (const [name, value] of all) response.setHeader(name, value);
      next();
    });
    return;
  }
  const { instance } = nest.getHttpAdapter() as unknown as { instance: FastifyInstance };
  instance.addHook('onRequest', async (_request, reply) => {
    for (const [name, value] of all) reply.header(name, value);
  });
}

/** The method of Fastify that sets headers ahead of all routes. */
interface FastifyInstance {
  addHook(
    name: 'onRequest',
    hook: (
      request: object,
      reply: { header(name: string, value: string): unknown },
    ) => Promise<void>,
  ): unknown;
}
