import {
  AuthService,
  type PlatformRequest,
  type PlatformResponse,
  SessionService,
} from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { MapRegistry } from '../support/map-registry.js';
import { clearedNames } from '../support/set-cookies.js';
import { MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, JANE, platforms, TestApp } from '../support/test-app.js';

@Controller('password')
class PasswordController {
  constructor(
    @Inject(SessionService) private readonly sessions: SessionService,
    @Inject(AuthService) private readonly auth: AuthService,
  ) {}

  @Post()
  async change(
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
  ): Promise<object> {
    const session = await this.auth.getSession(request, response);
    await this.sessions.endAccess(session?.user?.id ?? '', { request, response });
    return {};
  }
}

/** What ends the session of the first cookie, and gives the browser a second one. */
const REPLACEMENTS: Readonly<Record<string, (browser: CheckedClient) => Promise<unknown>>> = {
  'the other sessions end': async (browser) =>
    browser.post('/auth/sessions/revoke-others', {
      json: { csrfToken: await browser.csrfToken() },
    }),
  'access ends with a new password': (browser) => browser.post('/password', { json: {} }),
  'another sign-in replaces it': (browser) => browser.signIn('credentials', JANE),
};

describe.each(platforms())(
  'a response to the cookie of a session that was replaced, on %s',
  (platform) => {
    let app: TestApp;
    beforeAll(async () => {
      app = await TestApp.start({
        platform,
        module: { controllers: [MeController, PasswordController] },
        config: {
          adapter: new MemoryAdapter(),
          session: { strategy: 'jwt', revocation: new MapRegistry() },
        },
      });
    });
    afterAll(() => app.close());

    it.each(Object.keys(REPLACEMENTS))(
      'does not clear the new cookie, because %s (ID19)',
      async (how) => {
        const browser = app.client();
        await browser.signIn('credentials', JANE);
        const first = browser.cookies.get(SESSION) ?? '';
        await REPLACEMENTS[how]?.(browser);
        expect(browser.cookies.get(SESSION)).not.toBe(first);

        const slow = await browser.get('/auth/session', { cookie: `${SESSION}=${first}` });

        expect([slow.text, clearedNames(slow.headers['set-cookie'])]).toEqual(['null', []]);
        expect((await browser.get('/me')).status).toBe(200);
      },
    );
  },
);
