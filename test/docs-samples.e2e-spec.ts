import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuthModule, AuthService, CurrentUser, OptionalSession } from '@authnest/core';
import { jest } from '@jest/globals';
import { CookieClient } from '@authnest/testing';
import { authEntities } from '@authnest/typeorm';
import {
  ConsoleLogger,
  type ExecutionContext,
  type INestApplication,
  Module,
  type Type,
} from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { GraphQLModule } from '@nestjs/graphql';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { WsException } from '@nestjs/websockets';
import { io } from 'socket.io-client';
import { DataSource, type DataSourceOptions } from 'typeorm';
import './fixtures/guarded-route.sample.js';
import './fixtures/oauth-sign-in.sample.js';
import { Forge } from './fixtures/own-provider.js';
import { AppModule as FromPassport } from './fixtures/from-passport.js';
import { AppModule as WithOwnUsers } from './fixtures/own-users.js';
import { AppModule } from './fixtures/readme-sample.js';
import { RevocationStore, RevokedSession } from './fixtures/revocation-store.js';
import { SignInController } from './fixtures/sign-in.controller.js';
import { ChatGateway } from './fixtures/chat.gateway.js';
import { NotesResolver } from './fixtures/notes.resolver.js';
import { SocketGuard } from './fixtures/socket.guard.js';
import { signIn as takenOver } from './fixtures/taking-over.js';
import { parameterOf } from './support/parameter-of.js';
import { until } from './support/until.js';
import { JANE, OTTO, platforms, SECRET, TestApp } from './support/test-app.js';

@Module({
  imports: [TypeOrmModule.forFeature([RevokedSession])],
  providers: [RevocationStore],
  exports: [RevocationStore],
})
class RevocationModule {}

const variables = {
  AUTH_SECRET: SECRET,
  AUTH_FORGE_ID: 'shop',
  AUTH_FORGE_SECRET: 'forge',
  AUTH_GITHUB_ID: 'shop',
  AUTH_GITHUB_SECRET: 'github',
};

beforeAll(() => Object.assign(process.env, variables));
// In one sample a provider fails, and its application logs to the console.
beforeAll(
  () => void jest.spyOn(ConsoleLogger.prototype, 'error').mockImplementation(() => undefined),
);
afterAll(() => jest.restoreAllMocks());
afterAll(() => Object.keys(variables).forEach((name) => delete process.env[name]));

describe.each(platforms())('the samples from the guides on %s', (platform) => {
  it('README: lets Jane register by the mail in the log, and greets her', async () => {
    const log = jest.spyOn(console, 'log').mockReturnValue(undefined);
    const app = await inNewFolder(() => startSample(AppModule));
    try {
      const browser = new CookieClient(await app.getUrl());
      expect((await browser.get('/me')).status).toBe(401);
      const send = async (step: string, form: object) =>
        browser.post(`/auth/password/${step}`, {
          form: { ...form, csrfToken: await browser.csrfToken() },
        });

      await send('register', { email: 'jane@corp.example', password: 'a pale green horse' });
      await until('the mail is in the log', () => log.mock.calls.length > 0);
      await send('confirm', { code: /^\d{4} ?\d{4}$/m.exec(`${log.mock.calls[0]?.[0]}`)?.[0] });

      expect((await browser.get('/me')).text).toBe('Hello jane@corp.example');
    } finally {
      await app.close();
      log.mockRestore();
    }
  });

  it('own users: signs Jane in, and greets her on the guarded route', async () => {
    const app = await startSample(WithOwnUsers);
    try {
      const browser = new CookieClient(await app.getUrl());
      expect((await browser.get('/me')).status).toBe(401);

      const response = await browser.signIn('credentials', {
        email: 'Jane@Example.com',
        password: 'a-long-password',
      });

      expect(response).toMatchObject({ status: 302, location: await app.getUrl() });
      expect((await browser.get('/me')).text).toBe('Hello Jane');
    } finally {
      await app.close();
    }
  });

  it('own users: refuses a wrong password and an unknown address', async () => {
    const app = await startSample(WithOwnUsers);
    try {
      const browser = new CookieClient(await app.getUrl());
      for (const email of ['jane@example.com', 'otto@example.com']) {
        const { location } = await browser.signIn('credentials', { email, password: 'wrong' });
        expect(location).toMatch(/\/auth\/signin\?error=CredentialsSignin&code=credentials$/);
      }
      expect((await browser.get('/me')).status).toBe(401);
    } finally {
      await app.close();
    }
  });

  it('from Passport: signs Jane in, and greets her on the guarded route', async () => {
    const app = await startSample(FromPassport);
    try {
      const browser = new CookieClient(await app.getUrl(), { basePath: '/api/auth' });
      expect((await browser.get('/profile')).status).toBe(401);

      await browser.signIn('credentials', {
        email: 'jane@example.com',
        password: 'a-long-password',
      });

      expect((await browser.get('/profile')).text).toBe('Hello Jane');
    } finally {
      await app.close();
    }
  });

  it('sessions: the revocation store ends a copied session, and ignores old entries', async () => {
    const app = await TestApp.start({
      platform,
      module: { imports: [TypeOrmModule.forRoot(inMemory)] },
      auth: (config) =>
        AuthModule.forRootAsync({
          imports: [RevocationModule],
          inject: [RevocationStore],
          useFactory: (revocation: RevocationStore) => ({
            ...(typeof config === 'object' && config),
            providers: typeof config === 'object' ? config.providers : [],
            session: { strategy: 'jwt', revocation },
          }),
        }),
    });
    const browser = app.client();
    const thief = app.client();
    await browser.signIn('credentials', JANE);
    browser.cookies.forEach((value, name) => thief.cookies.set(name, value));
    expect(await thief.session()).not.toBeNull();

    await browser.signOut();

    expect(await thief.session()).toBeNull();
    const store = app.app.get(RevocationStore, { strict: false });
    await store.revoke({ id: 'over', expires: new Date(Date.now() - 1000) });
    await store.revoke({ id: 'not-over', expires: new Date(Date.now() + 60_000) });
    expect(await store.isRevoked('over')).toBe(false);
    expect(await store.isRevoked('not-over')).toBe(true);
    await app.close();
  });

  it('sockets: the gateway for chats admits a user, and refuses a stranger (K62)', async () => {
    const app = await TestApp.start({
      platform,
      module: { providers: [ChatGateway] },
      configure: (nest) => nest.useWebSocketAdapter(new IoAdapter(nest)),
    });
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const open = (extraHeaders: Record<string, string>) =>
      io(app.url, { extraHeaders, transports: ['websocket'], reconnection: false, forceNew: true });
    const [own, stranger] = [open({ cookie }), open({})];

    const refused = new Promise<Error>((resolve) => stranger.once('connect_error', resolve));
    expect(await own.emitWithAck('say', 'hello')).toBe('jane: hello');
    expect(await refused).toMatchObject({ data: { code: 'SESSION_REQUIRED' } });
    own.disconnect();
    await app.close();
  });

  it('graphql: the resolver of notes knows who asks (K62)', async () => {
    const graphql = GraphQLModule.forRoot<ApolloDriverConfig>({
      driver: ApolloDriver,
      autoSchemaFile: true,
    });
    const app = await TestApp.start({
      platform,
      module: { imports: [graphql], providers: [NotesResolver] },
    });
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const ask = async (query: string) =>
      (await browser.post('/graphql', { json: { query } })).json();

    expect(await ask('{ greeting }')).toEqual({ data: { greeting: 'Hello jane' } });
    expect(await ask('{ secret }')).toMatchObject({
      errors: [{ extensions: { code: 'FORBIDDEN', errorCode: 'INSUFFICIENT_ROLE' } }],
    });
    await app.close();
  });

  it('sockets: the guard for sockets refuses a handshake without a session', async () => {
    const app = await TestApp.start({ platform });
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const guard = new SocketGuard(app.app.get(AuthService));
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

    const own = messageFrom({ cookie, host: 'app.example', origin: 'http://app.example' });
    expect(await guard.canActivate(own)).toBe(true);
    expect(parameterOf(CurrentUser, own)).toMatchObject({ name: 'jane' });
    expect(await guard.canActivate(messageFrom({ cookie }))).toBe(true);
    await expect(async () => guard.canActivate(messageFrom({}))).rejects.toThrow(WsException);
    await app.close();
  });

  it('sockets: the guard for sockets refuses a cookie from another origin (N4)', async () => {
    const app = await TestApp.start({
      platform,
      config: { trustedOrigins: ['https://www.example'] },
    });
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const guard = new SocketGuard(app.app.get(AuthService));
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const handshake = { cookie, host: 'app.example' };

    for (const origin of [
      'https://evil.test',
      'http://sibling.app.example',
      'null',
      'app.example',
    ]) {
      const message = messageFrom({ ...handshake, origin });
      await expect(async () => guard.canActivate(message)).rejects.toThrow(WsException);
      const optional = messageFrom({ ...handshake, origin }, 'onOptional');
      expect(await guard.canActivate(optional)).toBe(true);
      expect(parameterOf(CurrentUser, optional)).toBeNull();
    }
    const trusted = messageFrom({ ...handshake, origin: 'https://www.example' });
    expect(await guard.canActivate(trusted)).toBe(true);
    expect(app.logs.errors.length).toBeGreaterThan(0);
    await app.close();
  });

  it('taking over Auth.js: the endpoints are where those of Auth.js were', async () => {
    const data = TypeOrmModule.forRoot({ ...inMemory, entities: [...authEntities()] });
    const app = await TestApp.start({
      platform,
      module: { imports: [data] },
      auth: () => takenOver,
    });

    const browser = app.client({}, '/api/auth');
    const response = await browser.get('/api/auth/providers');

    expect(response.status).toBe(200);
    expect(JSON.parse(response.text)).toMatchObject({
      github: { callbackUrl: expect.stringContaining('/api/auth/callback/github') as unknown },
    });
    expect((await browser.get('/auth/providers')).status).toBe(404);
    await app.close();
  });

  it('pages: the own route signs in, and responds with 401 and 429', async () => {
    const app = await TestApp.start({
      platform,
      config: { limits: { credentials: { sameNetwork: 2 } } },
      module: { controllers: [SignInController] },
    });
    const browser = app.client();
    const signIn = (fields: object) =>
      browser.post('/sign-in', { json: { ...fields, callbackUrl: '/me' } });
    const right = await signIn(JANE);
    expect([right.status, right.json()]).toEqual([200, { url: `${app.url}/me` }]);
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });

    const wrong = { ...OTTO, password: 'wrong' };
    for (let nth = 0; nth < 3; nth += 1) {
      const response = await signIn(wrong);
      expect([response.status, response.text]).toEqual([401, expect.stringContaining('is wrong')]);
    }
    const limited = await signIn(wrong);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    await app.close();
  });

  it.each([
    ['another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['another site, in an old browser', { referer: 'https://evil.test/page' }],
  ])('pages: the own route refuses the form of %s (RQ13)', async (_, headers) => {
    const app = await TestApp.start({ platform, module: { controllers: [SignInController] } });
    const browser = app.client();

    const foreign = await browser.post('/sign-in', { form: { ...JANE }, headers });

    expect(foreign.status).toBe(403);
    expect(browser.lastSetCookies).toEqual([]);
    expect(await browser.session()).toBeNull();
    const own = await browser.post('/sign-in', { form: { ...JANE }, headers: { origin: app.url } });
    expect(own.status).toBe(200);
    await app.close();
  });

  it('providers: a custom factory receives its environment variables', async () => {
    const app = await TestApp.start({ platform, config: { providers: [Forge] } });
    const browser = app.client();

    const { location = '' } = await browser.signIn('forge');

    const { origin, searchParams } = new URL(location);
    expect(origin).toBe('https://forge.example');
    expect(searchParams.get('client_id')).toBe('shop');
    expect(searchParams.get('scope')).toBe('read:user');
    await app.close();
  });

  async function startSample(module: Type): Promise<INestApplication> {
    const testing = await Test.createTestingModule({ imports: [module] }).compile();
    const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
    const app = testing.createNestApplication(adapter, { logger: false });
    return app.listen(0, '127.0.0.1').then(() => app);
  }
});

const inMemory: TypeOrmModuleOptions = {
  type: 'better-sqlite3',
  database: ':memory:',
  entities: [RevokedSession],
  synchronize: true,
};

describe('the samples from the guides', () => {
  it.each(['better-sqlite3', 'postgres', 'mariadb'] as const)(
    'sessions: %s has the column types of the revocation store',
    async (type) => {
      const options = { ...inMemory, type, entities: [RevokedSession] } as DataSourceOptions;

      // Checks the types as a start does, without a server.
      await expect(new Checked(options).buildMetadatas()).resolves.toBeUndefined();
    },
  );
});

/** Runs `start` where it may store a database. */
async function inNewFolder<T>(start: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(await mkdtemp(join(tmpdir(), 'authnest-')));
  try {
    return await start();
  } finally {
    process.chdir(before);
  }
}

class Checked extends DataSource {
  override buildMetadatas(): Promise<void> {
    return super.buildMetadatas();
  }
}

class Gateway {
  onMessage(): void {}

  @OptionalSession() onOptional(): void {}
}

/** Returns the context of a Socket.IO message to a gateway. */
function messageFrom(
  headers: Record<string, string>,
  handler: 'onMessage' | 'onOptional' = 'onMessage',
): ExecutionContext {
  const client = { request: { headers, url: '/socket.io/?EIO=4' } };
  const context = new ExecutionContextHost([client], Gateway, Gateway.prototype[handler]);
  context.setType('ws');
  return context;
}
