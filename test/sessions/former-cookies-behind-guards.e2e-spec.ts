import { Controller, Get, Post, Req, Res, UseGuards } from '@nestjs/common';
import {
  CurrentUser,
  OIDC,
  type PlatformRequest,
  type PlatformResponse,
  SessionGuard,
  SessionService,
} from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { MapRegistry } from '../support/map-registry.js';
import { SESSION } from '../support/signed-out.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

@Controller('devices')
@UseGuards(SessionGuard)
class Devices {
  constructor(private readonly sessions: SessionService) {}

  @Get() async list(@Req() request: PlatformRequest): Promise<number> {
    return (await this.sessions.list(request)).items.length;
  }
}

@Controller('password')
@UseGuards(SessionGuard)
class Password {
  constructor(private readonly sessions: SessionService) {}

  @Post() async change(
    @CurrentUser() user: { id: string },
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
  ): Promise<void> {
    await this.sessions.endAccess(user.id, { request, response });
  }
}

describe.each(platforms())('a guarded route, on %s', (platform) => {
  it('has the session after its guard has cleared a cookie of a former release (BT14)', async () => {
    const app = await TestApp.start({
      platform,
      config: { trustHost: true, session: { strategy: 'jwt', revocation: new MapRegistry() } },
      module: { controllers: [Devices] },
    });
    const tokens: string[] = [];
    for (let nth = 1; nth <= 2; nth += 1) {
      const browser = app.client({ host: 'app.shop.example' });
      await browser.signIn('credentials', JANE);
      tokens.push(browser.cookies.get(SESSION) ?? '');
    }
    const browser = app.client({ host: 'app.shop.example' });
    const one = await browser.get('/devices', { cookie: `${SESSION}=${tokens[0]}` });
    const both = await browser.get('/devices', {
      cookie: tokens.map((token) => `${SESSION}=${token}`).join('; '),
    });
    await app.close();

    expect([one.status, one.text]).toEqual([200, '2']);
    expect([both.status, both.text]).toEqual([200, '2']);
  });
});

describe.each(platforms())('a change of the password, on %s', (platform) => {
  it('keeps the session of the request beside a cookie of a former release (BT14)', async () => {
    const idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
    const app = await TestApp.start({
      platform,
      config: {
        adapter: new MemoryAdapter(),
        fetch: idp.fetch,
        trustHost: true,
        session: { strategy: 'database' },
        providers: [OIDC({ id: 'idp', name: 'IdP', ...idp.client })],
      },
      module: { controllers: [Password] },
    });
    const tokens: string[] = [];
    for (let nth = 1; nth <= 2; nth += 1) {
      const browser = app.client({ host: 'app.shop.example' });
      idp.claims = { sub: 'jane', email: 'jane@x.example', email_verified: true };
      const { location = '' } = await browser.signIn('idp', { callbackUrl: '/' });
      const { url } = await idp.authorize(location);
      await browser.get(url.pathname + url.search);
      tokens.push(browser.cookies.get(SESSION) ?? '');
    }
    const browser = app.client({ host: 'app.shop.example' });
    const cookie = tokens.map((token) => `${SESSION}=${token}`).join('; ');
    const { status } = await browser.post('/password', { form: {}, headers: { cookie } });
    const after = await app
      .client({ host: 'app.shop.example' })
      .get('/auth/session', { cookie: `${SESSION}=${tokens[1]}` });
    await app.close();
    await idp.close();

    expect(status).toBe(201);
    expect(after.json<{ user?: object } | null>()?.user).toBeDefined();
  });
});
