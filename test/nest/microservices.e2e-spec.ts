import {
  type AuthConfig,
  type AuthConfigInput,
  AuthContext,
  AuthModule,
  CurrentUser,
  forwardAuth,
  forwardedToken,
  type MessageRequest,
  OptionalSession,
  SessionGuard,
  type User,
} from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import {
  Controller,
  Get,
  Inject,
  type INestMicroservice,
  Injectable,
  Module,
  Scope,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  ClientProxyFactory,
  type ClientTCP,
  MessagePattern,
  type MicroserviceOptions,
  Payload,
  Transport,
} from '@nestjs/microservices';
import { firstValueFrom, lastValueFrom, map, mergeMap, type Observable } from 'rxjs';
import { OrdersController } from '../fixtures/orders.controller.js';
import { OrdersGateway } from '../fixtures/orders.gateway.js';
import { Deferred } from '../support/deferred.js';
import { freePort } from '../support/free-port.js';
import { COOKIE } from '../support/guarded-contexts/guarded-context.js';
import { LogCollector } from '../support/log-collector.js';
import { credentials, JANE, OTTO, platforms, SECRET, TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { Watched } from '../support/watched.js';

@Injectable()
class Names {
  name(): string {
    return AuthContext.current()?.user?.name ?? 'nobody';
  }
}

const gates = new Map<string, { reached: Deferred; released: Deferred }>();

@Controller()
class OtherController {
  constructor(private readonly names: Names) {}

  @MessagePattern('slow') @UseGuards(SessionGuard) async slow(
    @Payload() gate: string,
    @CurrentUser() user: User,
  ): Promise<string> {
    const before = this.names.name();
    gates.get(gate)?.reached.resolve();
    await gates.get(gate)?.released.promise;
    return [user.name, before, this.names.name()].join(' ');
  }

  @MessagePattern('optional') @UseGuards(SessionGuard) @OptionalSession() optional(
    @CurrentUser() user: User | null,
  ): string {
    return user?.name ?? 'nobody';
  }
}

@Controller({ scope: Scope.REQUEST })
class ScopedController {
  constructor(private readonly names: Names) {}

  @MessagePattern('scoped') @UseGuards(SessionGuard) scoped(@CurrentUser() user: User): string {
    return `${user.name} ${this.names.name()}`;
  }
}

/** What the option `rpc` returns, if a test sets it. */
let token: typeof forwardedToken | undefined;

/** Starts a microservice of its own, without HTTP, which has the sessions of the gateway. */
async function startService(input: AuthConfigInput): Promise<{
  service: INestMicroservice;
  connect(): ClientTCP;
}> {
  @Module({
    imports: [AuthModule.forRoot(input, { context: true })],
    controllers: [OrdersController, OtherController, ScopedController],
    providers: [Names],
  })
  class OrdersModule {}
  const options = { host: '127.0.0.1', port: await freePort() };
  const service = await NestFactory.createMicroservice<MicroserviceOptions>(OrdersModule, {
    transport: Transport.TCP,
    options,
    logger: false,
    abortOnError: false,
  });
  await service.listen();
  const connect = () =>
    ClientProxyFactory.create({ transport: Transport.TCP, options }) as ClientTCP;
  return { service, connect };
}

/** Sends one message after the answer to another. */
@Controller('chains')
@UseGuards(SessionGuard)
class ChainsGateway {
  constructor(@Inject('CHAINED') private readonly client: ClientTCP) {
    forwardAuth(client, () => AuthContext.token());
  }

  @Get('slow') slow(): Observable<string> {
    return this.client.send('slow', 'chain');
  }

  @Get('two') two(): Observable<unknown> {
    const name = (): unknown => AuthContext.current()?.user?.name;
    const list = (): Observable<string[]> => this.client.send('orders.list', {});
    return list().pipe(
      mergeMap(list),
      map((orders) => [...orders, name()]),
    );
  }
}

const outcomeOf = async (sending: ReturnType<ClientTCP['send']>): Promise<unknown> =>
  firstValueFrom(sending).catch((refusal: unknown) => refusal);

const UNAUTHORIZED = { status: 401, message: 'Unauthorized' };

describe.each(platforms())('a microservice behind a gateway on %s', (platform) => {
  const watched = new Watched();
  const logs = new LogCollector();
  let app: TestApp;
  let service: INestMicroservice;
  let client: ClientTCP;
  /** Attached to each message of `client`. */
  let metadata: unknown;

  beforeAll(async () => {
    const shared: Partial<AuthConfig> = {
      ...watched.config,
      roles: ({ name }) => (name === 'jane' ? ['admin'] : []),
    };
    const started = await startService({
      ...shared,
      secret: SECRET,
      trustHost: true,
      limits: false,
      logger: logs,
      providers: [],
      rpc: { token: (context) => (token ?? forwardedToken)(context) },
    });
    ({ service } = started);
    client = started.connect();
    client.setOnDispatchHook((packet) => void (packet.metadata = metadata as never));
    const orders = started.connect();
    const chained = started.connect();
    app = await TestApp.start({
      platform,
      config: shared,
      extras: { context: true },
      module: {
        controllers: [OrdersGateway, ChainsGateway],
        providers: [
          { provide: 'ORDERS', useValue: orders },
          { provide: 'CHAINED', useValue: chained },
          { provide: 'CHAINED_CLOSED', useValue: { onModuleDestroy: () => chained.close() } },
          { provide: 'CLOSED', useValue: { onModuleDestroy: () => orders.close() } },
        ],
      },
    });
  });
  beforeEach(() => {
    token = undefined;
    metadata = undefined;
  });
  afterAll(async () => {
    client.close();
    await app.close();
    await service.close();
  });

  const signedIn = async (fields: Record<string, string> = JANE) => {
    const browser = app.client();
    await browser.signIn('credentials', fields);
    return { browser, value: browser.cookies.get(COOKIE) ?? '' };
  };

  it('knows who the user of the gateway is, by the sample of the guide', async () => {
    const [{ browser: jane }, { browser: otto }] = [await signedIn(JANE), await signedIn(OTTO)];

    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => (nth % 2 ? otto : jane).get('/orders')),
    );
    expect(responses.map((one) => one.json())).toEqual(
      responses.map((_, nth) => [`an order of ${nth % 2 ? 'otto' : 'jane'}`]),
    );
    expect((await app.client().get('/orders')).status).toBe(401);
  });

  it('sends the token of its own request in a chain, whoever opened the connection (RQ5)', async () => {
    const jane = (await signedIn()).browser;
    const otto = (await signedIn(OTTO)).browser;
    const gate = { reached: new Deferred(), released: new Deferred() };
    gates.set('chain', gate);
    // Jane's request opens the connection, and goes on while Otto's is handled.
    const first = jane.get('/chains/slow');
    await gate.reached.promise;

    const second = await otto.get('/chains/two');
    gate.released.resolve();

    expect(second.json()).toEqual(['an order of otto', 'otto']);
    expect((await first).text).toBe('jane jane jane');
  });

  it('applies rules, and refuses at once after a sign-out', async () => {
    const [jane, otto] = [await signedIn(JANE), await signedIn(OTTO)];
    const ask = (pattern: string, value: string) => {
      metadata = { authorization: `Bearer ${value}` };
      return outcomeOf(client.send(pattern, {}));
    };

    expect(await ask('orders.delete', jane.value)).toBe('deleted');
    expect(await ask('orders.delete', otto.value)).toEqual({ status: 403, message: 'Forbidden' });
    await jane.browser.signOut();
    expect(await ask('orders.delete', jane.value)).toEqual(UNAUTHORIZED);
  });

  it('ignores tokens in the payload (K67)', async () => {
    const { value } = await signedIn();
    const authorization = `Bearer ${value}`;
    const payloads = [
      value,
      { token: value, authorization },
      { metadata: { authorization } },
      { headers: { authorization, cookie: `${COOKIE}=${value}` } },
    ];

    for (const payload of payloads) {
      expect(await outcomeOf(client.send('orders.list', payload))).toEqual(UNAUTHORIZED);
    }
  });

  it('refuses metadata of any other shape (K67)', async () => {
    const { value } = await signedIn();
    const authorization = `Bearer ${value}`;
    const hostile: unknown[] = [
      null,
      7,
      'text',
      authorization,
      [],
      [authorization],
      [['authorization', authorization]],
      { authorization: [authorization] },
      { authorization: { value: authorization, length: 3 } },
      { authorization: 7 },
      { authorization: null },
      { authorization: '' },
      { authorization: 'Bearer ' },
      { authorization: value },
      { authorization: `Basic ${value}` },
      { authorization: `Bearer ${value} ${value}` },
      { authorization: `Bearer  ${value}` },
      { authorization: `${authorization}\n` },
      { authorization: `Bearer ${'x'.repeat(1024 * 1024)}` },
      { authorization: ' '.repeat(1024 * 1024) },
      { authorization: `Bearer ${'%'.repeat(10_000)}` },
      { Authorization: authorization },
      { token: value },
      JSON.parse(`{"__proto__":{"authorization":${JSON.stringify(authorization)}}}`),
      { padding: 'x'.repeat(1024 * 1024) },
    ];

    for (metadata of hostile) {
      expect(await outcomeOf(client.send('orders.list', {}))).toEqual(UNAUTHORIZED);
      expect(await outcomeOf(client.send('optional', {}))).toBe('nobody');
    }
    metadata = { authorization: `bearer ${value}`, padding: 'x'.repeat(1024 * 1024) };
    expect(await outcomeOf(client.send('orders.list', {}))).toEqual(['an order of jane']);
    expect(logs.alarms).toEqual([]);
  });

  it.each([
    ['an object', { toString: () => 'x' }],
    ['a list', ['x']],
    ['a number', 7],
    ['a string of 1 MB', 'x'.repeat(1024 * 1024)],
    ['an empty string', ''],
    ['null', null],
  ])('refuses %s that the option returns (K67)', async (_, value) => {
    token = () => value as never;

    expect(await outcomeOf(client.send('orders.list', {}))).toEqual(UNAUTHORIZED);
    expect(await outcomeOf(client.send('optional', {}))).toBe('nobody');
  });

  it.each([
    ['throws', () => JSON.parse('{') as never, /JSON/],
    ['returns a promise', () => Promise.reject(new Error('late')) as never, /got a promise/],
  ])('reports an option that %s, and lets nobody in (K67)', async (_, own, message) => {
    const before = logs.alarms.length;
    token = own;

    for (const pattern of ['orders.list', 'optional']) {
      expect(await outcomeOf(client.send(pattern, {}))).toEqual({
        status: 503,
        message: 'Service Unavailable',
      });
    }
    expect(logs.alarms.slice(before).map(({ cause }) => String(Object(cause).err))).toEqual([
      expect.stringMatching(message),
      expect.stringMatching(message),
    ]);
  });

  it('refuses events without a reply, and handles those of a user (K67)', async () => {
    const { value } = await signedIn();
    const { seen } = service.get(OrdersController);

    for (metadata of [undefined, { authorization: 'Bearer other' }]) {
      await lastValueFrom(client.emit('orders.viewed', {}), { defaultValue: undefined });
    }
    metadata = { authorization: `Bearer ${value}` };
    await lastValueFrom(client.emit('orders.viewed', {}), { defaultValue: undefined });

    await until('the event is handled', () => seen.length > 0);
    expect(seen).toEqual(['viewed by jane']);
    seen.length = 0;
  });

  it('never mixes up messages that overlap (RQ5)', async () => {
    const all = [await signedIn(JANE), await signedIn(OTTO)];
    const gate = () => ({ reached: new Deferred(), released: new Deferred() });
    const [first, second] = [gate(), gate()];
    gates.set('first', first);
    gates.set('second', second);
    const send = (nth: number, name: string) => {
      metadata = { authorization: `Bearer ${all[nth]?.value}` };
      return outcomeOf(client.send('slow', name));
    };

    const ofJane = send(0, 'first');
    await first.reached.promise;
    const ofOtto = send(1, 'second');
    await second.reached.promise;
    metadata = undefined;
    expect(await outcomeOf(client.send('optional', {}))).toBe('nobody');
    second.released.resolve();
    expect(await ofOtto).toBe('otto otto otto');
    first.released.resolve();
    expect(await ofJane).toBe('jane jane jane');
  });

  it('works in controllers that Nest creates for each message', async () => {
    const { value } = await signedIn();

    expect(await outcomeOf(client.send('scoped', {}))).toEqual(UNAUTHORIZED);
    metadata = { authorization: `Bearer ${value}` };
    expect(await outcomeOf(client.send('scoped', {}))).toBe('jane jane');
  });

  it('extends no session, since the client would keep the former token', async () => {
    const { value } = await signedIn();
    const adapter = watched.store as MemoryAdapter;
    const soon = new Date(Date.now() + 60_000);
    await adapter.updateSession({ sessionToken: value, expires: soon });
    metadata = { authorization: `Bearer ${value}` };
    watched.reset();

    expect(await outcomeOf(client.send('orders.list', {}))).toEqual(['an order of jane']);
    expect(watched.writes).toEqual([]);
    expect((await adapter.getSessionAndUser(value))?.session.expires).toEqual(soon);
  });

  it('refuses a flood of messages without keeping or logging anything (K90)', async () => {
    const before = [logs.warnings.length, logs.errors.length];

    const outcomes = await Promise.all(
      Array.from({ length: 500 }, (_, nth) => {
        metadata = { authorization: `Bearer ${nth}` };
        return outcomeOf(client.send('orders.list', {}));
      }),
    );
    expect(outcomes.every((one) => (one as typeof UNAUTHORIZED).status === 401)).toBe(true);
    expect([logs.warnings.length, logs.errors.length]).toEqual(before);
    const { value } = await signedIn();
    metadata = { authorization: `Bearer ${value}` };
    expect(await outcomeOf(client.send('orders.list', {}))).toEqual(['an order of jane']);
  });
});

describe('forwardAuth', () => {
  it('adds to what another hook has attached, and nothing without a token', () => {
    let hook: ((packet: { metadata?: Record<string, string> }) => void) | undefined;
    const client = {
      onDispatchHook: (packet: { metadata?: Record<string, string> }) => {
        packet.metadata = { trace: '1' };
      },
      setOnDispatchHook: (one: typeof hook) => void (hook = one),
    };
    const own: { value?: string } = {};
    forwardAuth(client, () => own.value);
    const sent = (): unknown => {
      const packet = {};
      hook?.(packet);
      return packet;
    };

    expect(sent()).toEqual({ metadata: { trace: '1' } });
    own.value = 'abc';
    expect(sent()).toEqual({ metadata: { trace: '1', authorization: 'Bearer abc' } });
  });

  it('takes the place of its former call, as of a controller that is made for each request', () => {
    const called: string[] = [];
    const client = {
      onDispatchHook: undefined as ((packet: object) => void) | undefined,
      setOnDispatchHook: (hook: (packet: object) => void) => void (client.onDispatchHook = hook),
    };
    for (const name of ['first', 'second']) {
      forwardAuth(client, () => {
        called.push(name);
        return undefined;
      });
    }
    client.onDispatchHook?.({});

    expect(called).toEqual(['second']);
  });

  it('reports a client of an earlier NestJS', () => {
    expect(() => forwardAuth({} as never, () => 'abc')).toThrow(/update `@nestjs\/microservices`/);
  });
});

describe('the option rpc', () => {
  const rpc = { token: forwardedToken };

  it.each<[string, Partial<AuthConfig>, string[]]>([
    ['stateless sessions', { rpc }, ['rpc-cookie-name']],
    ['stateless sessions of https', { rpc, useSecureCookies: true }, []],
    [
      'a name of the cookie',
      { rpc, cookies: { sessionToken: { name: '__Secure-own', options: { secure: true } } } },
      [],
    ],
    ['stored sessions', { rpc, adapter: new MemoryAdapter() }, []],
    ['no messages', {}, []],
  ])('causes a warning with %s if that is necessary', async (_, config, warnings) => {
    const app = await TestApp.start({ platform: 'express', config });

    expect(app.logs.warnings).toEqual(warnings);
    await app.close();
  });

  it.each([
    [{}, /rpc\.token: is missing; set/],
    [{ token: 'x' }, /rpc\.token: expected a function, got a string/],
    [{ tokens: () => 'x' }, /did you mean `rpc\.token`/],
    [true, /rpc: expected an object/],
  ])('is checked at the start: %j', async (option, message) => {
    await expect(
      TestApp.start({ platform: 'express', config: { rpc: option as never } }),
    ).rejects.toThrow(message);
  });

  it('may differ between tenants: a function of the request receives the message', async () => {
    const adapters = { a: new MemoryAdapter(), b: new MemoryAdapter() };
    const configOf = (tenant: 'a' | 'b'): AuthConfig => ({
      secret: SECRET,
      tenant,
      adapter: adapters[tenant],
      trustHost: true,
      limits: false,
      logger: new LogCollector(),
      providers: [],
      rpc: { token: forwardedToken },
    });
    const configs = { a: configOf('a'), b: configOf('b') };
    const { service, connect } = await startService((request: MessageRequest) => {
      const { tenant } = request.message.switchToRpc().getData<{ tenant: 'a' | 'b' }>();
      return configs[tenant];
    });
    const app = await TestApp.start({
      platform: 'express',
      input: { ...configs.a, providers: [credentials()] },
    });
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const client = connect();
    forwardAuth(client, () => browser.cookies.get(COOKIE));

    expect(await outcomeOf(client.send('orders.list', { tenant: 'a' }))).toEqual([
      'an order of jane',
    ]);
    expect(await outcomeOf(client.send('orders.list', { tenant: 'b' }))).toEqual(UNAUTHORIZED);
    client.close();
    await app.close();
    await service.close();
  });
});
