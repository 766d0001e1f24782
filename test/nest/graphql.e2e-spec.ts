import {
  AuthContext,
  CurrentUser,
  OptionalSession,
  Public,
  Roles,
  SessionGuard,
  SessionService,
  type User,
} from '@authnest/core';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { type DynamicModule, UseGuards } from '@nestjs/common';
import { Args, GraphQLModule, Mutation, Query, Resolver, Subscription } from '@nestjs/graphql';
import { MercuriusDriver, type MercuriusDriverConfig } from '@nestjs/mercurius';
import { type Client, createClient } from 'graphql-ws';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { JANE, OTTO, type Platform, TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { Watched } from '../support/watched.js';

/** How many subscriptions were admitted. */
let begun = 0;
/** What subscriptions send. */
const ticks = new Set<() => void>();

async function* ticking(): AsyncGenerator<{ tick: string }> {
  for (let count = 0; ; count += 1) {
    await new Promise<void>((resolve) => ticks.add(resolve));
    yield { tick: `tick ${count}` };
  }
}

function tick(): void {
  for (const next of ticks) {
    ticks.delete(next);
    next();
  }
}

@Resolver()
@UseGuards(SessionGuard)
class WhoResolver {
  @Query(() => String)
  who(@CurrentUser() user: User): string {
    return user.name ?? '';
  }

  @Query(() => String)
  anywhere(): string {
    return AuthContext.current()?.user?.name ?? 'nobody';
  }

  @Public()
  @Query(() => String)
  open(@CurrentUser() user: User | null): string {
    return user?.name ?? 'nobody';
  }

  @OptionalSession()
  @Query(() => String)
  either(@CurrentUser() user: User | null): string {
    return user?.name ?? 'nobody';
  }

  @Roles('admin')
  @Mutation(() => String)
  admin(@CurrentUser() user: User, @Args('note') note: string): string {
    return note === '' ? '' : (user.name ?? '');
  }

  @Subscription(() => String)
  tick(): AsyncGenerator<{ tick: string }> {
    begun += 1;
    return ticking();
  }
}

const apollo = (context?: ApolloDriverConfig['context']): DynamicModule =>
  GraphQLModule.forRoot<ApolloDriverConfig>({
    driver: ApolloDriver,
    autoSchemaFile: true,
    subscriptions: { 'graphql-ws': true },
    ...(context && { context }),
  });
const mercurius = (context?: MercuriusDriverConfig['context']): DynamicModule =>
  GraphQLModule.forRoot<MercuriusDriverConfig>({
    driver: MercuriusDriver,
    autoSchemaFile: true,
    subscription: { fullWsTransport: true },
    ...(context && { context }),
  });

interface Case {
  readonly driver: string;
  readonly platform: Platform;
  graphql(context?: () => never): DynamicModule;
  readonly closedWith: number;
}

const CASES: readonly Case[] = [
  { driver: 'Apollo', platform: 'express', graphql: apollo, closedWith: 4401 },
  {
    driver: 'Apollo',
    platform: 'fastify',
    // The integration of Fastify puts no response into the context.
    graphql: (context) => apollo(context ?? ((req: object, reply: object) => ({ req, reply }))),
    closedWith: 4401,
  },
  // It does not show the socket, so the connection below it is closed.
  { driver: 'Mercurius', platform: 'fastify', graphql: mercurius, closedWith: 1006 },
];

interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { message: string; extensions?: { code?: string } }[];
}

type Browser = ReturnType<TestApp['client']>;
const cookiesOf = ({ cookies }: Browser): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

describe.each(CASES)('$driver on $platform', ({ platform, graphql, closedWith }) => {
  const watched = new Watched();
  const clients: Client[] = [];
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      platformOptions: { trustProxy: true },
      config: {
        ...watched.config,
        session: { strategy: 'database', updateAge: 0 },
        roles: (user) => (user.name === 'jane' ? ['admin'] : []),
      },
      extras: { context: true },
      module: { imports: [graphql()], providers: [WhoResolver] },
    });
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map(async (client) => client.dispose()));
    ticks.clear();
  });
  afterAll(() => app.close());

  async function signedIn(form: Record<string, string> = JANE): Promise<Browser> {
    const browser = app.client();
    await browser.signIn('credentials', form);
    return browser;
  }

  async function ask(browser: Browser, query: string): Promise<Answer> {
    return (await browser.post('/graphql', { json: { query } })).json<Answer>();
  }

  /** Opens a socket, and remembers with which code it was closed. */
  function connect(headers: Record<string, string>, connectionParams?: Record<string, string>) {
    const closed: number[] = [];
    class Socket extends WebSocket {
      constructor(url: string, protocols: string) {
        super(url, protocols, { headers });
      }
    }
    const client = createClient({
      url: `${app.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: Socket,
      ...(connectionParams && { connectionParams }),
      retryAttempts: 0,
      // A lazy client keeps the process alive for as long as it would stay connected.
      lazy: false,
      onNonLazyError: () => undefined,
      on: { closed: (event) => void closed.push((event as { code: number }).code) },
    });
    clients.push(client);
    return { client, closed };
  }

  /** Subscribes, and collects what arrives until the subscription ends. */
  function subscribe(client: Client, query = 'subscription { tick }') {
    const got: unknown[] = [];
    const over = new Promise<void>((resolve) => {
      client.subscribe(
        { query },
        {
          next: ({ data, errors }) => void got.push(errors ?? data?.['tick'] ?? data),
          error: (error) => {
            if (Array.isArray(error)) got.push(error);
            resolve();
          },
          complete: resolve,
        },
      );
    });
    return { got, over };
  }

  /** Waits until a subscription sends something. */
  async function arrived(got: readonly unknown[]): Promise<void> {
    const before = got.length;
    await until('something has arrived', () => {
      tick();
      return got.length > before;
    });
  }

  async function askOver(client: Client, query: string): Promise<Answer> {
    const { got, over } = subscribe(client, query);
    await over;
    const [first] = got;
    return Array.isArray(first) ? { errors: first } : { data: first as Answer['data'] };
  }

  it('answers queries of a signed-in user, and refuses others with a code (K62)', async () => {
    expect(await ask(await signedIn(), '{ who }')).toMatchObject({ data: { who: 'jane' } });
    const { data, errors } = await ask(app.client(), '{ who }');

    expect(data ?? null).toBeNull();
    expect(errors).toMatchObject([
      {
        message: 'Sign in to continue.',
        extensions: { code: 'UNAUTHENTICATED', errorCode: 'SESSION_REQUIRED' },
      },
    ]);
    expect(await ask(app.client(), '{ open either }')).toMatchObject({
      data: { open: 'nobody', either: 'nobody' },
    });
  });

  it('refuses by a rule, and while the store is down, with a code (K62)', async () => {
    const mutation = 'mutation { admin(note: "canary") }';
    expect(await ask(await signedIn(), mutation)).toMatchObject({ data: { admin: 'jane' } });
    const otto = await signedIn(OTTO);
    expect((await ask(otto, mutation)).errors).toMatchObject([
      { extensions: { code: 'FORBIDDEN' } },
    ]);
    watched.failing.add('getSessionAndUser');
    const { errors } = await ask(otto, '{ who }');
    watched.failing.clear();

    expect(errors).toMatchObject([{ extensions: { errorCode: 'STORE_UNAVAILABLE' } }]);
  });

  it('reads the session once for fifty fields (K66)', async () => {
    const jane = await signedIn();
    watched.reset();

    const aliases = Array.from({ length: 50 }, (_, nth) => `a${nth}: who`);
    const { data } = await ask(jane, `{ ${aliases.join(' ')} }`);

    expect(Object.values(data ?? {})).toEqual(Array(50).fill('jane'));
    expect(watched.calls.filter((name) => name === 'getSessionAndUser')).toHaveLength(1);
  });

  it('sends an extended cookie to the browser (K66)', async () => {
    const jane = await signedIn();

    const { headers } = await jane.post('/graphql', { json: { query: '{ who a: who }' } });

    const lines = [headers['set-cookie'] ?? []].flat();
    expect(lines.filter((line) => line.startsWith('authjs.session-token='))).toHaveLength(1);
  });

  it('takes a request that only names an upgrade for what it is (K66)', async () => {
    const jane = await signedIn();
    watched.reset();
    const body = JSON.stringify({ query: '{ who a: who b: who anywhere }' });

    // Without `Connection: upgrade`, Node's server handles it like any other.
    const sent = request(`${app.url}/graphql`, {
      method: 'POST',
      headers: {
        cookie: cookiesOf(jane),
        'content-type': 'application/json',
        connection: 'keep-alive',
        upgrade: 'websocket',
      },
    });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];

    expect(await readJson(response)).toMatchObject({ data: { who: 'jane', anywhere: 'jane' } });
    const lines = response.headers['set-cookie'] ?? [];
    expect(lines.filter((line) => line.startsWith('authjs.session-token='))).toHaveLength(1);
    expect(watched.calls.filter((name) => name === 'getSessionAndUser')).toHaveLength(1);
  });

  it('answers operations over a socket, and reads the session once for each (K66)', async () => {
    const { client } = connect({ cookie: cookiesOf(await signedIn()) });
    expect(await askOver(client, '{ who }')).toMatchObject({ data: { who: 'jane' } });
    watched.reset();

    const aliases = Array.from({ length: 50 }, (_, nth) => `a${nth}: who`);
    expect(await askOver(client, `{ ${aliases.join(' ')} }`)).toMatchObject({
      data: { a49: 'jane' },
    });

    expect(watched.calls).toEqual(['getSessionAndUser']);
  });

  it.each<[string, (cookie: string, url: string) => Record<string, string>]>([
    ['without a session', () => ({})],
    ['from a foreign page', (cookie) => ({ cookie, origin: 'https://evil.test' })],
    ['from a sibling', (cookie, url) => ({ cookie, origin: url.replace('//', '//sibling.') })],
  ])('refuses a subscription %s (K64, K66)', async (_, headers) => {
    const cookie = cookiesOf(await signedIn());
    const { client } = connect(headers(cookie, app.url));
    const before = begun;

    const { errors } = await askOver(client, 'subscription { tick }');

    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    expect(begun).toBe(before);
  });

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['another host', { origin: 'http://evil.test' }, { 'x-forwarded-host': 'evil.test' }],
    ['another page', { origin: 'null' }, { 'sec-fetch-site': 'same-origin' }],
  ])(
    'refuses a foreign page whose first message names %s (K64)',
    async (_, headers, connectionParams) => {
      const cookie = cookiesOf(await signedIn());
      const { client } = connect({ cookie, ...headers }, connectionParams);
      const before = begun;

      const { got } = subscribe(client);
      await arrived(got);

      expect(got).toMatchObject([[{ extensions: { code: 'UNAUTHENTICATED' } }]]);
      expect(begun).toBe(before);
    },
  );

  it('reports a foreign page once for each operation, however many fields it asks for (HT7)', async () => {
    const cookie = cookiesOf(await signedIn());
    const { client } = connect({ cookie, origin: 'https://evil.test' });
    const before = app.logs.types.length;

    const aliases = Array.from({ length: 50 }, (_, nth) => `a${nth}: either`);
    const { data } = await askOver(client, `{ ${aliases.join(' ')} }`);
    await askOver(client, '{ either }');

    expect(Object.values(data ?? {})).toEqual(Array(50).fill('nobody'));
    expect(app.logs.types.slice(before)).toEqual(['UntrustedOrigin', 'UntrustedOrigin']);
  });

  it('ends a subscription at once when its browser signs out (K65)', async () => {
    const [jane, otto] = [await signedIn(), await signedIn(OTTO)];
    const [own, other] = [
      connect({ cookie: cookiesOf(jane) }),
      connect({ cookie: cookiesOf(otto) }),
    ];
    const [mine, others] = [subscribe(own.client), subscribe(other.client)];
    await arrived(mine.got);
    await arrived(others.got);

    await jane.signOut();
    await mine.over;

    await until('the socket is closed', () => own.closed.length > 0);
    expect(own.closed).toEqual([closedWith]);
    const count = mine.got.length;
    await arrived(others.got);
    expect(mine.got).toHaveLength(count);
    expect(other.closed).toEqual([]);
  });

  it('ends a subscription when all sessions of its user are ended (K65)', async () => {
    const jane = await signedIn();
    const { client, closed } = connect({ cookie: cookiesOf(jane) });
    const { got, over } = subscribe(client);
    await arrived(got);
    const token = jane.cookies.get('authjs.session-token') ?? '';
    const { user } = (await watched.store.getSessionAndUser(token)) ?? {};

    await app.app.get(SessionService).revokeAll({ userId: user?.id ?? '' });
    await over;

    await until('the socket is closed', () => closed.length > 0);
    expect(closed).toEqual([closedWith]);
  });

  it('refuses the next operation after the session ended elsewhere (K65)', async () => {
    const jane = await signedIn();
    const { client, closed } = connect({ cookie: cookiesOf(jane) });
    expect(await askOver(client, '{ who }')).toMatchObject({ data: { who: 'jane' } });

    await watched.store.deleteSession(jane.cookies.get('authjs.session-token') ?? '');
    const { got, over } = subscribe(client, '{ who }');
    await over;

    expect(got.filter((one) => !Array.isArray(one))).toEqual([]);
    await until('the socket is closed', () => closed.length > 0);
    expect(closed).toEqual([closedWith]);
  });

  it('is closed to everybody if the context has another shape (K66)', async () => {
    const context = () => ({ req: {}, user: { name: 'jane' } }) as never;
    const own = await TestApp.start({
      platform,
      config: { ...watched.config, session: { strategy: 'database' } },
      module: { imports: [graphql(context)], providers: [WhoResolver] },
    });
    const jane = own.client();
    await jane.signIn('credentials', JANE);

    const json = { query: '{ who }' };
    const { errors } = (await jane.post('/graphql', { json })).json<Answer>();

    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    await own.close();
  });
});
