import {
  CurrentSession,
  CurrentUser,
  Public,
  Roles,
  type Session,
  SessionGuard,
  SessionService,
  SocketAuthService,
  type User,
} from '@authnest/core';
import { Injectable, UseGuards } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { WsAdapter } from '@nestjs/platform-ws';
import {
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
  WebSocketServer,
} from '@nestjs/websockets';
import { once } from 'node:events';
import type { Server, ServerOptions } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { WebSocket } from 'ws';
import { Deferred } from '../support/deferred.js';
import { JANE, OTTO, platforms, TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { Watched } from '../support/watched.js';

const handled: unknown[] = [];

abstract class Handlers implements OnGatewayInit {
  constructor(private readonly sockets: SocketAuthService) {}

  afterInit(server: object): void {
    this.sockets.protect(server);
    // A second call changes nothing.
    this.sockets.protect(server);
  }

  @SubscribeMessage('who')
  @UseGuards(SessionGuard)
  who(@CurrentUser() user: User, @CurrentSession() session: Session): unknown {
    handled.push('who');
    return { event: 'answer', data: session.user?.name === user.name ? user.name : 'differs' };
  }

  @SubscribeMessage('admin')
  @UseGuards(SessionGuard)
  @Roles('admin')
  admin(@CurrentUser() user: User): unknown {
    return { event: 'answer', data: `admin ${user.name}` };
  }

  @SubscribeMessage('public')
  @Public()
  @UseGuards(SessionGuard)
  public(@CurrentUser() user: User | null): unknown {
    handled.push('public');
    return { event: 'answer', data: user?.name ?? 'nobody' };
  }
}

@Injectable()
@WebSocketGateway({ cors: { origin: true, credentials: true } })
class IoGateway extends Handlers {
  @WebSocketServer() readonly server!: Server;

  constructor(sockets: SocketAuthService) {
    super(sockets);
  }
}

@Injectable()
@WebSocketGateway({ namespace: '/unprotected' })
class UnprotectedGateway {
  @SubscribeMessage('who')
  @UseGuards(SessionGuard)
  who(@CurrentUser() user: User): unknown {
    return { event: 'answer', data: user.name };
  }
}

@Injectable()
@WebSocketGateway({ path: '/ws' })
class WsGateway extends Handlers {
  constructor(sockets: SocketAuthService) {
    super(sockets);
  }
}

/** A client of either library. */
interface Client {
  /** Sends a message, and returns the answer or the exception. */
  ask(event: string, data?: unknown): Promise<unknown>;
  /** Resolves with how the connection was closed. */
  readonly closed: Promise<unknown>;
  close(): void;
}

type Headers = Record<string, string>;

/** Rejects with how the handshake was refused. */
async function connectIo(url: string, headers: Headers, path = ''): Promise<Client> {
  const options = {
    extraHeaders: headers,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  };
  const socket: Socket = io(`${url}${path}`, options);
  const closed = new Deferred<unknown>();
  socket.once('disconnect', (reason) => closed.resolve(reason));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('connect_error', (error: Error & { data?: unknown }) =>
      reject(Object.assign(new Error(error.message), { refusal: error.data })),
    );
  });
  return {
    ask: (event, data = 'echo') =>
      new Promise((resolve) => {
        socket.once('exception', resolve);
        socket.once('answer', resolve);
        socket.emit(event, data);
      }),
    closed: closed.promise,
    close: () => void socket.disconnect(),
  };
}

async function connectWs(url: string, headers: Headers, path = '/ws'): Promise<Client> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers });
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) =>
    socket.once('close', (code, reason) => resolve(`${code} ${String(reason)}`)),
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_, { statusCode }) => {
      socket.terminate();
      reject(Object.assign(new Error(`${statusCode}`), { refusal: statusCode }));
    });
  });
  return {
    ask: async (event, data = 'echo') => {
      const answer = once(socket, 'message');
      socket.send(JSON.stringify({ event, data }));
      const [text] = (await answer) as [Buffer];
      return (JSON.parse(text.toString()) as { data: unknown }).data;
    },
    closed,
    close: () => socket.close(),
  };
}

const LIBRARIES = [
  {
    library: 'socket.io',
    connect: connectIo,
    gateways: [IoGateway, UnprotectedGateway],
    closedWith: () => 'io server disconnect',
    refusals: {
      session: { status: 'error', code: 'SESSION_REQUIRED', message: 'Sign in to continue.' },
      origin: {
        status: 'error',
        code: 'CSRF_FAILED',
        message: 'The request comes from a page of another site.',
      },
      store: {
        status: 'error',
        code: 'STORE_UNAVAILABLE',
        message: 'Your session could not be checked; try again.',
      },
    },
  },
  {
    library: 'ws',
    connect: connectWs,
    gateways: [WsGateway],
    closedWith: (reason: string) => `4401 ${reason}`,
    refusals: { session: 401, origin: 403, store: 503 },
  },
] as const;

type Browser = ReturnType<TestApp['client']>;
const cookiesOf = ({ cookies }: Browser): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

const CASES = platforms().flatMap((platform) => LIBRARIES.map((one) => ({ platform, ...one })));

describe.each(CASES)('a socket of $library on $platform', (one) => {
  const { platform, library, connect, gateways, closedWith, refusals } = one;
  const clients: Client[] = [];
  let watched: Watched;
  let app: TestApp;
  let asked: { app: TestApp; watched: Watched };

  async function start(recheck?: number) {
    const store = new Watched();
    const started = await TestApp.start({
      platform,
      config: {
        ...store.config,
        session: { strategy: 'database' },
        sockets: recheck === undefined ? {} : { recheck },
        trustedOrigins: ['https://front.test'],
        roles: (user) => (['jane', 'mary'].includes(user.name ?? '') ? ['admin'] : []),
      },
      module: { providers: [...gateways] },
      configure: (nest) =>
        nest.useWebSocketAdapter(library === 'ws' ? new WsAdapter(nest) : new IoAdapter(nest)),
    });
    return { app: started, watched: store };
  }

  beforeAll(async () => {
    ({ app, watched } = await start());
    asked = await start(0);
  });
  afterEach(() => clients.splice(0).forEach((client) => client.close()));
  afterAll(async () => {
    await app.close();
    await asked.app.close();
  });

  async function signedIn(form: Headers = JANE, at = app): Promise<Browser> {
    const browser = at.client();
    await browser.signIn('credentials', form);
    return browser;
  }

  async function open(browser: Browser, headers: Headers = {}, at = app): Promise<Client> {
    const client = await connect(at.url, { cookie: cookiesOf(browser), ...headers });
    clients.push(client);
    return client;
  }

  /** Returns how a handshake is refused. */
  async function refused(headers: Headers): Promise<unknown> {
    try {
      const client = await connect(app.url, headers);
      client.close();
      return 'admitted';
    } catch (error) {
      return (error as { refusal?: unknown }).refusal;
    }
  }

  it('has its user and session in handlers, and none in public ones (K62)', async () => {
    const client = await open(await signedIn());

    expect(await client.ask('who')).toBe('jane');
    expect(await client.ask('public')).toBe('nobody');
    expect(await client.ask('admin')).toBe('admin jane');
  });

  it('is refused at the handshake without a session (K62)', async () => {
    expect(await refused({})).toEqual(refusals.session);
    expect(await refused({ cookie: 'authjs.session-token=unknown' })).toEqual(refusals.session);
  });

  it('is refused at the handshake while the store is down (K62)', async () => {
    const cookie = cookiesOf(await signedIn());
    watched.failing.add('getSessionAndUser');

    expect(await refused({ cookie })).toEqual(refusals.store);
    watched.failing.clear();
    expect(await refused({ cookie })).toBe('admitted');
  });

  it.each([
    'https://evil.test',
    'http://sibling.127.0.0.1',
    'http://127.0.0.1:1',
    'null',
    'file://',
    '',
  ])('is refused to a page at %j, with the cookies of the user (K64)', async (origin) => {
    const cookie = cookiesOf(await signedIn());

    expect(await refused({ cookie, origin })).toEqual(refusals.origin);
  });

  it('is refused to a page of another site that sends no origin (K64)', async () => {
    const cookie = cookiesOf(await signedIn());

    expect(await refused({ cookie, 'sec-fetch-site': 'cross-site' })).toEqual(refusals.origin);
    expect(await refused({ cookie, 'sec-fetch-site': 'same-site' })).toEqual(refusals.origin);
    expect(await refused({ cookie, 'sec-fetch-site': 'same-origin' })).toBe('admitted');
  });

  it('is open to pages of the application, to trusted ones and to programs (K64)', async () => {
    const cookie = cookiesOf(await signedIn());

    expect(await refused({ cookie, origin: app.url })).toBe('admitted');
    expect(await refused({ cookie, origin: 'https://front.test' })).toBe('admitted');
    expect(await refused({ cookie })).toBe('admitted');
  });

  it('refuses by a rule without sending the message back (K62)', async () => {
    const client = await open(await signedIn(OTTO));

    expect(await client.ask('admin', 'canary')).toEqual({
      status: 'error',
      code: 'INSUFFICIENT_ROLE',
      message: 'You do not have access to this.',
    });
  });

  it('is closed at once when its browser signs out (K65)', async () => {
    const [jane, otto] = [await signedIn(), await signedIn(OTTO)];
    const [client, other] = [await open(jane), await open(otto)];

    await jane.signOut();

    expect(await client.closed).toBe(closedWith('signed-out'));
    expect(await other.ask('who')).toBe('otto');
  });

  it('is closed at once when its session is revoked (K65)', async () => {
    const jane = await signedIn();
    const client = await open(jane);
    const { userId = '' } =
      (await watched.store.getSessionAndUser(jane.cookies.get('authjs.session-token') ?? ''))
        ?.session ?? {};

    await app.app.get(SessionService).revokeAll({ userId });

    expect(await client.closed).toBe(closedWith('ended'));
  });

  it('costs no query for messages, unless each has to be asked about (K65)', async () => {
    const [client, strict] = [
      await open(await signedIn()),
      await open(await signedIn(JANE, asked.app), {}, asked.app),
    ];
    watched.reset();
    asked.watched.reset();

    for (let count = 0; count < 5; count += 1) {
      expect(await client.ask('who')).toBe('jane');
      expect(await strict.ask('who')).toBe('jane');
    }

    expect(watched.calls).toEqual([]);
    expect(asked.watched.calls).toEqual(Array(5).fill('getSessionAndUser'));
  });

  it('answers the next message no more after its session ended elsewhere (K65)', async () => {
    const browser = await signedIn(JANE, asked.app);
    const client = await open(browser, {}, asked.app);

    // As another instance does it.
    await asked.watched.store.deleteSession(browser.cookies.get('authjs.session-token') ?? '');
    const before = handled.length;
    void client.ask('who');

    expect(await client.closed).toBe(closedWith('ended'));
    expect(handled).toHaveLength(before);
  });

  it('loses a role with its next message (K65)', async () => {
    const browser = await signedIn({ ...JANE, username: 'mary' }, asked.app);
    const client = await open(browser, {}, asked.app);
    expect(await client.ask('admin')).toBe('admin mary');
    const token = browser.cookies.get('authjs.session-token') ?? '';
    const { user } = (await asked.watched.store.getSessionAndUser(token)) ?? {};

    await asked.watched.store.updateUser({ id: user?.id ?? '', name: 'former' });

    expect(await client.ask('admin')).toMatchObject({ code: 'INSUFFICIENT_ROLE' });
  });

  it('refuses messages while the store is down, and stays open (K62)', async () => {
    const client = await open(await signedIn(JANE, asked.app), {}, asked.app);
    asked.watched.failing.add('getSessionAndUser');

    expect(await client.ask('who')).toMatchObject({ status: 'error', code: 'STORE_UNAVAILABLE' });
    asked.watched.failing.clear();
    expect(await client.ask('who')).toBe('jane');
  });

  it('handles none of the messages that come before the handshake is checked (K63)', async () => {
    const cookie = cookiesOf(await signedIn());
    const [reached, released] = [new Deferred(), new Deferred()];
    watched.before.set('getSessionAndUser', async () => {
      reached.resolve();
      await released.promise;
    });
    const before = handled.length;
    const burst = burstOf(library, app.url, { cookie });
    await reached.promise;
    watched.before.clear();
    // The session ends while it is checked, and the messages have arrived.
    await watched.store.deleteSession(/session-token=([^;]+)/.exec(cookie)?.[1] ?? '');
    released.resolve();

    await burst;

    expect(handled).toHaveLength(before);
  });

  it('is forgotten when its client goes', async () => {
    const browser = await signedIn(JANE, asked.app);
    const client = await open(browser, {}, asked.app);
    client.close();
    await client.closed;
    asked.watched.reset();

    await browser.signOut();

    await until('the sign-out is over', () => asked.watched.calls.includes('deleteSession'));
    expect(await client.closed).not.toBe(closedWith('signed-out'));
  });
});

/** Recovers what its clients missed while they were away. */
class RecoveringAdapter extends IoAdapter {
  override createIOServer(port: number, options?: ServerOptions): Server {
    const recovering = { ...options, connectionStateRecovery: {} } as ServerOptions;
    return super.createIOServer(port, recovering) as Server;
  }
}

describe('a server of socket.io that recovers connections', () => {
  it('sends nothing of them to a client whose session has ended meanwhile (K65)', async () => {
    const app = await TestApp.start({
      platform: 'express',
      config: { ...new Watched().config, session: { strategy: 'database' } },
      module: { providers: [IoGateway] },
      configure: (nest) => nest.useWebSocketAdapter(new RecoveringAdapter(nest)),
    });
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const socket = io(app.url, {
      extraHeaders: { cookie: cookiesOf(browser) },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    const got: unknown[] = [];
    socket.on('news', (one) => got.push(one));
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    const { server } = app.app.get(IoGateway);
    server.emit('news', 'before');
    await until('the first news has come', () => got.length === 1);

    socket.io.engine.close();
    await until('the server knows', () => server.sockets.sockets.size === 0);
    await browser.signOut();
    server.emit('news', 'missed');
    socket.connect();
    const outcome = await new Promise<unknown>((resolve) => {
      socket.once('connect', () => resolve('connected'));
      socket.once('connect_error', (error: Error & { data?: unknown }) => resolve(error.data));
    });

    expect(outcome).toMatchObject({ code: 'SESSION_REQUIRED' });
    expect(got).toEqual(['before']);
    socket.disconnect();
    await app.close();
  });
});

/** Sends 100 messages in the same packet as what opens the connection; resolves when it is closed. */
async function burstOf(library: string, url: string, headers: Headers): Promise<void> {
  const isIo = library === 'socket.io';
  const path = isIo ? '/socket.io/?EIO=4&transport=websocket' : '/ws';
  const { hostname, port } = new URL(url);
  const { connect } = await import('node:net');
  const socket = connect(Number(port), hostname);
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Cookie: ${headers['cookie']}`,
  ];
  const message = isIo ? '42["public","x"]' : '{"event":"public","data":"x"}';
  const frames = [...(isIo ? ['40'] : []), ...Array<string>(100).fill(message)].map(frameOf);
  const closed = once(socket, 'close');
  socket.on('error', () => undefined);
  const request = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
  if (isIo) {
    // The engine drops what comes before its own greeting.
    socket.write(request);
    for await (const data of socket.iterator({ destroyOnReturn: false })) {
      if (String(data).includes('pingInterval')) break;
    }
    socket.write(Buffer.concat(frames));
  } else socket.write(Buffer.concat([request, ...frames]));
  // A frame that closes the connection, which waits for an answer.
  socket.on('data', (data: Buffer) => data.includes(0x88) && socket.destroy());
  await closed;
}

/** Returns a masked text frame, with a mask of zeros. */
function frameOf(text: string): Buffer {
  const data = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | data.length, 0, 0, 0, 0]), data]);
}
