import {
  AuthService,
  type PlatformRequest,
  type PlatformResponse,
  Public,
  SessionService,
} from '@authnest/core';
import { Controller, Post, Req, Res } from '@nestjs/common';
import { Deferred } from '../support/deferred.js';
import { MapRegistry } from '../support/map-registry.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

const gate: { wait: Promise<unknown> | undefined } = { wait: undefined };

@Public()
@Controller('leave')
class LeaveController {
  constructor(
    private readonly auth: AuthService,
    private readonly sessions: SessionService,
  ) {}

  @Post('others')
  async leaveOthers(
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
  ): Promise<object> {
    await this.auth.getSession(request);
    await this.sessions.revokeOthers(request, response);
    await this.auth.getSession(request, response);
    return {};
  }

  @Post()
  async leave(
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
  ): Promise<object> {
    const held = new Deferred();
    gate.wait = held.promise;
    const reading = this.auth.getSession(request, response);
    gate.wait = undefined;
    await this.auth.signOut({ request, response });
    held.resolve();
    await reading;
    return {};
  }
}

describe.each(platforms())('a reading of the session on %s', (platform) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      module: { controllers: [LeaveController] },
      config: {
        session: { strategy: 'jwt', updateAge: 0, revocation: new MapRegistry() },
        callbacks: {
          jwt: async ({ token }) => {
            await gate.wait;
            return token;
          },
        },
      },
    });
  });
  afterAll(() => app.close());

  it('that ends after the sign-out does not set the cookie again (RQ17)', async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);

    const { status } = await browser.post('/leave', {});

    expect(status).toBe(201);
    expect((await browser.get('/auth/session')).text).toBe('null');
  });

  it('that began before the others were ended does not take the session that goes on', async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);

    const { status } = await browser.post('/leave/others', {});

    expect(status).toBe(201);
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
  });
});
