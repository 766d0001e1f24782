import {
  type AuthConfig,
  type AuthConfigInput,
  AuthContext,
  AuthService,
  OptionalSession,
  type PlatformRequest,
  type PlatformResponse,
  Public,
  type Session,
  SessionGuard,
  setCurrentSession,
} from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  Param,
  Post,
  Req,
  Res,
  Sse,
  UseGuards,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { AsyncResource } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { get } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { from, map, type Observable } from 'rxjs';
import { AuditService } from '../fixtures/audit.service.js';
import { ReportJobs } from '../fixtures/report.jobs.js';
import { LogCollector } from '../support/log-collector.js';
import { Deferred } from '../support/deferred.js';
import {
  credentials,
  JANE,
  OTTO,
  PASSWORD,
  platforms,
  SECRET,
  TestApp,
} from '../support/test-app.js';
import { until } from '../support/until.js';

/** A service like any other: it has no request. */
@Injectable()
class Names {
  name(): string {
    return AuthContext.current()?.user?.name ?? 'nobody';
  }
}

/** Takes a while, ahead of the guard of Authnest. */
@Injectable()
class SlowGuard implements CanActivate {
  async canActivate(): Promise<boolean> {
    await setImmediate();
    return true;
  }
}

/** Uses a service after the guard of Authnest. */
@Injectable()
class LaterGuard implements CanActivate {
  readonly seen: string[] = [];

  constructor(private readonly names: Names) {}

  canActivate(): boolean {
    this.seen.push(this.names.name());
    return true;
  }
}

@Injectable()
class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    setCurrentSession(context, { user: { name: 'machine' }, expires: '2100-01-01' });
    return true;
  }
}

const doors = new Map<string, { reached: Deferred; released: Deferred }>();
/** Asks in the asynchronous context of the newest request to `late` or `wait`. */
let ask: (() => string) | undefined;
const emitter = new EventEmitter();

@Controller('who')
@UseGuards(SessionGuard)
class WhoController {
  constructor(
    private readonly names: Names,
    private readonly auth: AuthService,
  ) {}

  @Get() who(): string {
    return this.names.name();
  }

  @Post() posted(@Body() body: { greeting: string }): string {
    return `${body.greeting} ${this.names.name()}`;
  }

  @Get('public') @Public() public(): string {
    return this.names.name();
  }

  @Get('optional') @OptionalSession() optional(): string {
    return this.names.name();
  }

  @Get('key') @Public() @UseGuards(KeyGuard) key(): string {
    return this.names.name();
  }

  @Get('wait/:door') async wait(@Param('door') name: string): Promise<string> {
    const before = this.names.name();
    ask = AsyncResource.bind(() => this.names.name());
    doors.get(name)?.reached.resolve();
    await doors.get(name)?.released.promise;
    return `${before} ${this.names.name()}`;
  }

  @Get('around') async around(): Promise<string[]> {
    const seen: string[] = [];
    const see = (): void => void seen.push(this.names.name());
    emitter.once('asked', see);
    emitter.emit('asked');
    await setTimeout(1).then(see);
    await new Promise<void>((resolve) => process.nextTick(() => resolve(see())));
    for await (const _ of Readable.from([1])) see();
    return seen;
  }

  @Sse('events') events(): Observable<{ data: string }> {
    return from([setTimeout(1), setTimeout(2)]).pipe(map(() => ({ data: this.names.name() })));
  }

  @Get('token') token(): string {
    return AuthContext.token() ?? 'none';
  }

  @Get('public-token') @Public() publicToken(): string {
    return AuthContext.token() ?? 'none';
  }

  @Get('key-token') @OptionalSession() @UseGuards(KeyGuard) keyToken(): string[] {
    return [this.names.name(), AuthContext.token() ?? 'none'];
  }

  @Get('reread-token') async rereadToken(@Req() request: PlatformRequest): Promise<string> {
    await this.auth.rereadSession(request);
    return AuthContext.token() ?? 'none';
  }

  @Get('job-token') jobToken(): string {
    return AuthContext.run(aSession('job'), () => AuthContext.token()) ?? 'none';
  }

  @Get('late') late(): string {
    ask = AsyncResource.bind(() => this.names.name());
    return this.names.name();
  }

  @Get('run') run(): string[] {
    const other = AuthContext.run(aSession('other'), () => this.names.name());
    const nobody = AuthContext.run(null, () => this.names.name());
    return [other, nobody, this.names.name()];
  }

  @Post('leave') async leave(
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
  ): Promise<string[]> {
    const before = this.names.name();
    await this.auth.signOut({ request, response });
    return [before, this.names.name()];
  }
}

function aSession(name: string): Session {
  return { user: { name }, expires: '2100-01-01T00:00:00.000Z' };
}

describe.each(platforms())('AuthContext on %s', (platform) => {
  const start = (context?: boolean, input?: AuthConfigInput) =>
    TestApp.start({
      platform,
      config: { adapter: new MemoryAdapter() },
      input,
      extras: { context },
      module: {
        controllers: [WhoController],
        providers: [
          Names,
          { provide: APP_GUARD, useClass: SlowGuard },
          { provide: APP_GUARD, useClass: SessionGuard },
          LaterGuard,
          { provide: APP_GUARD, useExisting: LaterGuard },
        ],
      },
    });
  let app: TestApp;

  beforeAll(async () => {
    app = await start(true);
  });
  afterAll(() => app.close());

  const signedIn = async (fields: Record<string, string> = JANE) => {
    const browser = app.client();
    await browser.signIn('credentials', fields);
    return browser;
  };

  it('returns the session in a service, though guards before are asynchronous', async () => {
    const browser = await signedIn();

    expect((await browser.get('/who')).text).toBe('jane');
    expect((await browser.post('/who', { json: { greeting: 'hello' } })).text).toBe('hello jane');
    expect(app.app.get(LaterGuard).seen.at(-1)).toBe('jane');
    expect((await app.client().get('/who')).status).toBe(401);
  });

  it('returns what @CurrentSession() would, on public and optional handlers', async () => {
    const browser = await signedIn();
    const names = async (client: typeof browser) =>
      Promise.all(
        ['/who/public', '/who/optional', '/who/key'].map(
          async (path) => (await client.get(path)).text,
        ),
      );

    expect(await names(browser)).toEqual(['nobody', 'jane', 'machine']);
    expect(await names(app.client())).toEqual(['nobody', 'nobody', 'machine']);
  });

  it('never mixes up two requests at once', async () => {
    const [jane, otto] = [await signedIn(JANE), await signedIn(OTTO)];
    for (const name of ['one', 'two']) {
      doors.set(name, { reached: new Deferred(), released: new Deferred() });
    }

    const first = jane.get('/who/wait/one');
    await doors.get('one')?.reached.promise;
    const second = otto.get('/who/wait/two');
    await doors.get('two')?.reached.promise;
    doors.get('one')?.released.resolve();
    expect((await first).text).toBe('jane jane');
    doors.get('two')?.released.resolve();
    expect((await second).text).toBe('otto otto');
  });

  it('never mixes up a hundred requests on few connections', async () => {
    const names = Array.from({ length: 10 }, (_, nth) => `person-${nth}`);
    const browsers = await Promise.all(
      names.map((username) => signedIn({ username, password: PASSWORD })),
    );

    const found = await Promise.all(
      Array.from({ length: 100 }, async (_, nth) => {
        const response = await browsers[nth % 10]?.get('/who/around');
        return new Set(response?.json<string[]>());
      }),
    );
    expect(found).toEqual(found.map((_, nth) => new Set([`person-${nth % 10}`])));
  });

  it('reaches events, timers and streams that a request starts', async () => {
    const browser = await signedIn();

    expect((await browser.get('/who/around')).json()).toEqual(['jane', 'jane', 'jane', 'jane']);
    expect((await browser.get('/who/events')).text.match(/data: .+/g)).toEqual([
      'data: jane',
      'data: jane',
    ]);
  });

  it('is empty for what outlives the response', async () => {
    const browser = await signedIn();

    expect((await browser.get('/who/late')).text).toBe('jane');
    await until('the context is empty', () => ask?.() === 'nobody');
  });

  it('is empty once the client has gone', async () => {
    const browser = await signedIn();
    const door = { reached: new Deferred(), released: new Deferred() };
    doors.set('gone', door);
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const request = get(`${app.url}/who/wait/gone`, { headers: { cookie } });
    request.on('error', () => undefined);
    await door.reached.promise;
    expect(ask?.()).toBe('jane');

    request.destroy();
    await until('the context is empty', () => ask?.() === 'nobody');
    door.released.resolve();
  });

  it('returns nobody after the request itself has signed out', async () => {
    const browser = await signedIn();

    expect((await browser.post('/who/leave', { json: {} })).json()).toEqual(['jane', 'nobody']);
  });

  it('returns the token of the request, and none where there is no session', async () => {
    const browser = await signedIn();
    const value = browser.cookies.get('authjs.session-token') ?? '';
    const cookie = `authjs.session-token=${value}; authjs.session-token=${value.slice(1)}`;

    expect((await browser.get('/who/token')).text).toBe(value);
    expect((await browser.get('/who/public-token')).text).toBe('none');
    expect((await browser.get('/who/job-token')).text).toBe('none');
    expect(AuthContext.token()).toBeUndefined();
    // One of two cookies was planted: the guard finds out which, and what is forwarded guesses nothing.
    expect((await app.client().get('/who/token', { cookie })).text).toBe('none');
    expect((await app.client().get('/who', { cookie })).text).toBe('jane');
  });

  it('returns no token beside the session that another guard has set', async () => {
    const browser = await signedIn();
    const cookie = 'authjs.session-token=of-nobody';

    for (const client of [browser, app.client({ cookie })]) {
      expect((await client.get('/who/key-token')).json()).toEqual(['machine', 'none']);
    }
    const value = browser.cookies.get('authjs.session-token');
    expect((await browser.get('/who/reread-token')).text).toBe(value);
  });

  it('has the session and the token with a configuration for each request', async () => {
    const config: AuthConfig = {
      secret: SECRET,
      trustHost: true,
      limits: false,
      logger: new LogCollector(),
      providers: [credentials()],
    };
    const lazy = await start(true, () => Promise.resolve({ ...config, tenant: 'one' }));
    const browser = lazy.client();
    await browser.signIn('credentials', JANE);

    expect((await browser.get('/who')).text).toBe('jane');
    expect(`${[...browser.cookies.values()]}`).toContain((await browser.get('/who/token')).text);
    await lazy.close();
  });

  it('runs a function with a session, also inside a request, and restores the former one', async () => {
    const browser = await signedIn();

    expect((await browser.get('/who/run')).json()).toEqual(['other', 'nobody', 'jane']);
  });

  it('runs a job with a session, outside of requests', async () => {
    const names = app.app.get(Names);
    const job = async (name: string): Promise<string[]> => {
      const before = names.name();
      await setImmediate();
      return [before, names.name(), name];
    };

    const all = ['one', 'two'].map((name) => AuthContext.run(aSession(name), () => job(name)));
    expect(names.name()).toBe('nobody');
    expect(await Promise.all(all)).toEqual([
      ['one', 'one', 'one'],
      ['two', 'two', 'two'],
    ]);
    expect(() =>
      AuthContext.run(aSession('failing'), () => {
        throw new Error('failed');
      }),
    ).toThrow('failed');
    expect(names.name()).toBe('nobody');
  });

  it('is what the sample of the guide to jobs uses', async () => {
    const adapter = new MemoryAdapter();
    const module = await Test.createTestingModule({
      providers: [ReportJobs, AuditService, { provide: TypeOrmAdapter, useValue: adapter }],
    }).compile();
    const { id } = await adapter.createUser({
      id: 'ignored',
      name: 'Jane',
      email: 'jane@example.com',
      emailVerified: null,
    });

    for (const userId of [id, 'gone']) await module.get(ReportJobs).process({ data: { userId } });
    module.get(AuditService).record('cleaning');

    expect(module.get(AuditService).lines).toEqual([
      'jane@example.com: report',
      'nobody: cleaning',
    ]);
    await module.close();
  });

  it.each([undefined, false])('is always empty if the option is %s', async (context) => {
    const off = await start(context);
    const browser = off.client();
    await browser.signIn('credentials', JANE);

    expect((await browser.get('/who')).text).toBe('nobody');
    await off.close();
  });

  it('reports an option that is no boolean, and where it belongs', async () => {
    await expect(TestApp.start({ platform, extras: { context: 'on' as never } })).rejects.toThrow(
      /context: expected true or false, got a string/,
    );
  });
});
