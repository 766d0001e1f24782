import { AuthError, AuthService, type LazyAuthConfig, OAuth } from '@authnest/core';
import { Controller, Get, Req } from '@nestjs/common';
import type { PlatformRequest } from '@authnest/core';
import { credentials, JANE, platforms, SECRET, TestApp } from '../support/test-app.js';
import { OrdersController } from '../support/whole-job.js';

@Controller('whoami')
class WhoAmIController {
  constructor(private readonly auth: AuthService) {}

  @Get() async show(@Req() request: PlatformRequest): Promise<unknown> {
    try {
      return { session: await this.auth.getSession(request) };
    } catch (thrown) {
      return { thrown: thrown instanceof AuthError };
    }
  }
}

const healthy = () => ({ secret: SECRET, trustHost: true, providers: [credentials()] });

/** What a function might return or throw instead of a valid configuration. */
const FAULTS: [string, LazyAuthConfig][] = [
  [
    'a provider without endpoints',
    () => ({ ...healthy(), providers: [OAuth({ id: 'gh', name: 'GH', clientId: 'id' })] }),
  ],
  ['an undefined secret', () => ({ ...healthy(), secret: undefined })],
  ['a short secret', () => ({ ...healthy(), secret: 'canary-short' })],
  ['an unknown option', () => Object.assign(healthy(), { sessions: {} })],
  [
    'a thrown error',
    () => {
      throw new Error('canary-message of the tenant database');
    },
  ],
  ['a rejection', () => Promise.reject(new Error('canary-message'))],
  ['an AuthError', () => Promise.reject(new AuthError('canary-message'))],
  ['null', () => JSON.parse('null')],
  ['undefined', () => Promise.resolve([][0] ?? JSON.parse('null'))],
  ['a string', () => JSON.parse('"canary-text"')],
  ['a list', () => JSON.parse('[]')],
  ['an empty object', () => JSON.parse('{}')],
];

const PAGES = ['signin', 'signout', 'error', 'verify-request'];
const JSON_ACTIONS = ['session', 'csrf', 'providers', 'callback/credentials'];
const POSTS = ['signin', 'signin/credentials', 'callback/credentials', 'signout', 'session'];

describe.each(platforms())('a configuration function on %s (A11)', (platform) => {
  let app: TestApp;
  let fault: LazyAuthConfig | undefined;

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      input: (request) => (fault ?? healthy)(request),
      module: { controllers: [OrdersController, WhoAmIController] },
    });
  });
  afterAll(() => app.close());
  afterEach(() => (fault = undefined));

  describe.each(FAULTS)('that results in %s', (_, misbehave) => {
    it('shows the error page instead of pages', async () => {
      fault = misbehave;

      for (const action of PAGES) {
        const page = await app.client({ 'x-auth-return-redirect': '1' }).get(`/auth/${action}`);
        expect(page.status).toBe(500);
        expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
        expect(page.text).toContain('class="error"');
        expect(page.text).not.toContain('canary');
        expect(page.headers['set-cookie']).toBeUndefined();
      }
    });

    it('responds with 500 and a message to everything else', async () => {
      fault = misbehave;
      const browser = app.client();

      const responses = [
        ...(await Promise.all(JSON_ACTIONS.map((action) => browser.get(`/auth/${action}`)))),
        ...(await Promise.all(POSTS.map((action) => browser.post(`/auth/${action}`)))),
      ];

      for (const { status, headers, text } of responses) {
        expect(status).toBe(500);
        expect(headers['content-type']).toBe('application/json; charset=utf-8');
        expect(Object.keys(JSON.parse(text) as object)).toEqual(['message']);
        expect(text).not.toContain('canary');
        expect(headers['set-cookie']).toBeUndefined();
      }
    });

    it('rejects guarded requests, even from a signed-in user, and clears no cookie', async () => {
      const browser = app.client();
      await browser.signIn('credentials', JANE);
      expect((await browser.get('/orders')).status).toBe(200);
      fault = misbehave;

      expect((await browser.get('/orders')).status).toBe(503);
      expect((await browser.get('/orders/page', { accept: 'text/html' })).status).toBe(503);
      expect((await browser.get('/whoami')).json()).toEqual({ thrown: true });
      expect(browser.lastSetCookies).toEqual([]);

      fault = undefined;
      expect((await browser.get('/orders')).status).toBe(200);
    });
  });
});
