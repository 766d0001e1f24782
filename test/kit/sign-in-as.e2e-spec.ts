import {
  type AuthConfig,
  AuthModule,
  type AuthModuleExtras,
  type CallbacksOptions,
  Credentials,
  CurrentUser,
  type JwtParams,
  OAuth,
  SessionGuard,
  type User,
} from '@authnest/core';
import { aUser, MemoryAdapter, signInAs } from '@authnest/testing';
import { Controller, Get, type INestApplication, UseGuards } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import { type Platform, platforms, SECRET } from '../support/test-app.js';

@Controller('me')
@UseGuards(SessionGuard)
class MeController {
  @Get() me(@CurrentUser() user: User) {
    return user;
  }
}

interface Setting {
  config?: Partial<AuthConfig>;
  extras?: AuthModuleExtras;
}

const started: INestApplication[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((app) => app.close()));
});

async function create(platform: Platform, ...modules: Setting[]): Promise<INestApplication> {
  const testing = await Test.createTestingModule({
    imports: modules.map(({ config, extras }) =>
      AuthModule.forRoot(
        {
          secret: SECRET,
          trustHost: true,
          limits: false,
          logger: { error: () => {}, warn: () => {}, debug: () => {} },
          providers: [Credentials({ credentials: {}, authorize: () => null }), FORGE],
          ...config,
        },
        extras,
      ),
    ),
    controllers: modules.length > 0 ? [MeController] : [],
  }).compile();
  const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
  const app = testing.createNestApplication(adapter, { logger: false });
  started.push(app);
  return app;
}

const FORGE = OAuth({
  id: 'forge',
  name: 'Forge',
  clientId: 'id',
  clientSecret: 'secret',
  authorization: 'https://forge.example/authorize',
  token: 'https://forge.example/token',
  userinfo: 'https://forge.example/userinfo',
});

const kinds = {
  'stateless sessions': () => ({}),
  'stateless sessions with an adapter': () => ({
    adapter: new MemoryAdapter(),
    session: { strategy: 'jwt' as const },
  }),
  'database sessions': () => ({ adapter: new MemoryAdapter() }),
  'hashed database sessions': () => ({
    adapter: new MemoryAdapter(),
    session: { tokenAtRest: 'hashed' as const },
  }),
};

describe.each(platforms())('signInAs on %s', (platform) => {
  describe.each(Object.entries(kinds))('with %s', (_, config) => {
    it('passes the guard with supertest, before the application listens (K75)', async () => {
      const app = await (await create(platform, { config: config() })).init();

      const { cookie, user } = await signInAs(app, { name: 'Jane', email: 'jane@example.com' });

      await request(app.getHttpServer()).get('/me').expect(401);
      const { body } = await request(app.getHttpServer())
        .get('/me')
        .set('Cookie', cookie)
        .expect(200);
      expect(body).toMatchObject({ id: user.id, name: 'Jane', email: 'jane@example.com' });
    });

    it('passes the guard with fetch and CookieClient, and signs out (K75)', async () => {
      const app = await create(platform, { config: config() });
      await app.listen(0, '127.0.0.1');

      const { headers, client } = await signInAs(app, { name: 'Jane' });

      const me = await fetch(`${await app.getUrl()}/me`, { headers });
      expect(await me.json()).toMatchObject({ name: 'Jane' });
      expect((await client.get('/auth/session')).json()).toMatchObject({ user: { name: 'Jane' } });
      await client.signOut();
      expect((await client.get('/me')).status).toBe(401);
    });
  });

  it('stores a new user in the adapter, and reuses an existing one', async () => {
    const adapter = new MemoryAdapter();
    const app = await (await create(platform, { config: { adapter } })).init();

    const { user } = await signInAs(app, { name: 'Jane', email: 'jane@example.com' });

    expect(await adapter.getUser(user.id)).toMatchObject({ name: 'Jane' });
    expect((await signInAs(app, { id: user.id })).user).toEqual(user);
    expect((await signInAs(app, { email: 'jane@example.com' })).user).toEqual(user);
    expect((await signInAs(app)).user.id).not.toBe(user.id);
  });

  it('refuses a known user who is stored with other values', async () => {
    const adapter = new MemoryAdapter();
    const app = await (await create(platform, { config: { adapter } })).init();
    const stored = { email: 'jane@example.com', name: 'Jane', role: 'member', teams: ['a'] };
    await signInAs(app, stored);

    await signInAs(app, { ...stored, email: 'Jane@Example.com' });
    for (const [name, value] of [
      ['role', 'admin'],
      ['name', 'Jane Doe'],
      ['teams', ['a', 'b']],
    ] as const) {
      await expect(signInAs(app, { ...stored, [name]: value })).rejects.toThrow(
        `signInAs: the user is stored with another value of \`${name}\`; change the stored user`,
      );
    }
  });

  it('reports why the store failed', async () => {
    const adapter = new MemoryAdapter();
    adapter.getUserByEmail = () => Promise.reject(new Error('users: run the migrations'));
    const app = await (await create(platform, { config: { adapter } })).init();

    await expect(signInAs(app)).rejects.toThrow(
      'signInAs: adapter.getUserByEmail failed: users: run the migrations',
    );
  });

  it('emits no event', async () => {
    const heard: string[] = [];
    const events = {
      signIn: () => heard.push('signIn'),
      createUser: () => heard.push('createUser'),
      linkAccount: () => heard.push('linkAccount'),
    };
    const config = { adapter: new MemoryAdapter(), events };
    const app = await (await create(platform, { config })).init();

    await signInAs(app, {}, { provider: 'forge' });

    expect(heard).toEqual([]);
  });

  it('passes the user, with custom columns, and the provider to the `jwt` callback', async () => {
    const shown: JwtParams[] = [];
    const callbacks: Partial<CallbacksOptions> = {
      jwt: (params) => {
        shown.push(params);
        return { ...params.token, role: 'admin' };
      },
      session: ({ session, token }) => ({ ...session, user: { ...session.user, ...token } }),
    };
    const config = { callbacks };
    const app = await (await create(platform, { config })).init();
    const jane = { name: 'Jane', role: 'editor' };

    const { cookie } = await signInAs(app, jane, { provider: 'forge' });

    expect(shown[0]).toMatchObject({
      user: { name: 'Jane', role: 'editor' },
      account: { provider: 'forge', type: 'oauth' },
    });
    const { body } = await request(app.getHttpServer()).get('/me').set('Cookie', cookie);
    expect(body).toMatchObject({ role: 'admin' });
  });

  it('links the account of an OAuth provider only once', async () => {
    const adapter = new MemoryAdapter();
    const app = await (await create(platform, { config: { adapter } })).init();

    const { user } = await signInAs(app, { emailVerified: null }, { provider: 'forge' });
    await signInAs(app, { id: user.id }, { provider: 'forge' });

    expect(await adapter.listAccountsByUserId(user.id)).toMatchObject([{ provider: 'forge' }]);
  });

  it('returns cookies for Playwright with the attributes that a sign-in sets', async () => {
    const app = await (await create(platform, { config: { useSecureCookies: true } })).init();

    const { cookies } = await signInAs(app, {}, { url: 'https://shop.example' });

    expect(cookies).toEqual([
      {
        name: '__Secure-authjs.session-token',
        value: expect.any(String),
        domain: 'shop.example',
        path: '/',
        expires: expect.any(Number),
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
      },
    ]);
  });

  it('returns cookies for https if the origin is https', async () => {
    const app = await (await create(platform, {})).init();

    expect((await signInAs(app, {}, { url: 'https://shop.example' })).cookie).toMatch(/^__Secure-/);
    expect((await signInAs(app)).cookie).toMatch(/^authjs\.session-token=/);
  });

  it('opens a session in the AuthModule that the test selects (K75)', async () => {
    const shop = { extras: { isGlobal: true } };
    const office = { extras: { basePath: '/office/auth', name: 'office', isGlobal: false } };
    const app = await create(platform, shop, office);
    await app.listen(0, '127.0.0.1');

    const inOffice = await signInAs(app, { name: 'Otto' }, { name: 'office' });
    const inShop = await signInAs(app, { name: 'Jane' }, { name: '/auth' });

    const session = (await inOffice.client.get('/office/auth/session')).json();
    expect(session).toMatchObject({ user: { name: 'Otto' } });
    expect((await inOffice.client.get('/me')).status).toBe(401);
    expect((await inShop.client.get('/me')).json()).toMatchObject({ name: 'Jane' });
  });

  it('stores an address as a sign-in does, and finds it in every spelling', async () => {
    const adapter = new MemoryAdapter();
    const app = await (await create(platform, { config: { adapter } })).init();
    const old = await adapter.createUser(aUser({ email: 'Old@Example.com' }));

    const first = await signInAs(app, { email: ' Jane@Example.com' });
    const second = await signInAs(app, { email: 'JANE@example.com' });

    expect(first.user.email).toBe('jane@example.com');
    expect(second.user.id).toBe(first.user.id);
    expect((await signInAs(app, { email: 'Old@Example.com' })).user.id).toBe(old.id);
  });

  it('finds the endpoints below a global prefix', async () => {
    const app = await create(platform, {});
    app.setGlobalPrefix('api');
    await app.listen(0, '127.0.0.1');

    const { client } = await signInAs(app, { name: 'Jane' });
    await client.signOut();

    expect((await client.get('/api/me')).status).toBe(401);
  });

  it('passes a global guard', async () => {
    const testing = await Test.createTestingModule({
      imports: [AuthModule.forRoot({ secret: SECRET, trustHost: true, providers: [FORGE] })],
      controllers: [MeController],
      providers: [{ provide: APP_GUARD, useExisting: SessionGuard }],
    }).compile();
    const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
    const app = await testing.createNestApplication(adapter, { logger: false }).init();
    started.push(app);

    const { cookie } = await signInAs(app);

    await request(app.getHttpServer()).get('/me').set('Cookie', cookie).expect(200);
  });

  describe('fails with a helpful message', () => {
    it('in production', async () => {
      const app = await (await create(platform, {})).init();
      const { NODE_ENV } = process.env;
      process.env['NODE_ENV'] = 'production';
      try {
        await expect(signInAs(app)).rejects.toThrow(
          'signInAs: for tests only; refused because NODE_ENV is production',
        );
      } finally {
        process.env['NODE_ENV'] = NODE_ENV;
      }
    });

    it('for an application without an AuthModule', async () => {
      const app = await (await create(platform)).init();

      await expect(signInAs(app)).rejects.toThrow(/imports no AuthModule.*AuthTestingModule/);
    });

    it('for an application that is not initialized', async () => {
      const app = await create(platform, {});

      await expect(signInAs(app)).rejects.toThrow(/not initialized; call `await app\.init\(\)`/);
    });

    it('for several AuthModules, if the test selects none of them', async () => {
      const office = { extras: { basePath: '/office/auth', name: 'office', isGlobal: false } };
      const app = await (await create(platform, {}, office)).init();

      await expect(signInAs(app)).rejects.toThrow(
        'signInAs: the application has several AuthModules; choose one with the option `name`; the application has `/auth`, `office` (`/office/auth`)',
      );
      await expect(signInAs(app, {}, { name: 'shop' })).rejects.toThrow(
        /no AuthModule is named or mounted at `shop`.*`office`/,
      );
    });

    it('for a provider that is not configured', async () => {
      const app = await (await create(platform, {})).init();

      await expect(signInAs(app, {}, { provider: 'github' })).rejects.toThrow(
        'provider: `github` is not configured; configured: credentials, forge',
      );
    });

    it('for a session strategy that does not exist', async () => {
      const input = () =>
        ({ secret: SECRET, providers: [FORGE], session: { strategy: 'redis' } }) as never;
      const testing = await Test.createTestingModule({
        imports: [AuthModule.forRoot(input)],
      }).compile();
      const app = await testing.createNestApplication({ logger: false }).init();
      started.push(app);

      await expect(signInAs(app)).rejects.toThrow(/session\.strategy/);
    });

    it('if the `jwt` callback refuses the session', async () => {
      const config = { callbacks: { jwt: () => null } };
      const app = await (await create(platform, { config })).init();

      await expect(signInAs(app)).rejects.toThrow('the `jwt` callback returned null');
    });

    it('if the client is accessed before the application listens', async () => {
      const app = await (await create(platform, {})).init();

      const signedIn = await signInAs(app);

      expect(() => signedIn.client).toThrow(/call `await app\.listen\(0\)` before signInAs/);
    });
  });
});
