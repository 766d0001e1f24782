import { SocketAuthService } from '@authnest/core';
import type { INestApplication } from '@nestjs/common';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Namespace, Server } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { WebSocket, WebSocketServer } from 'ws';
import { JANE, platforms, TestApp } from '../support/test-app.js';
import { Watched } from '../support/watched.js';

type Headers = Record<string, string>;

/** Returns how a client of Socket.IO was received: `connected`, or the code of the refusal. */
async function received(url: string, headers: Headers = {}): Promise<unknown> {
  const options = { extraHeaders: headers, transports: ['websocket'], forceNew: true };
  const socket: Socket = io(url, { ...options, reconnection: false });
  try {
    return await new Promise((resolve) => {
      socket.once('connect', () => resolve('connected'));
      socket.once('connect_error', (error: Error & { data?: { code?: string } }) =>
        resolve(error.data?.code ?? error.message),
      );
    });
  } finally {
    socket.disconnect();
  }
}

/** Returns the status with which a server of `ws` answers a handshake. */
async function statusFrom(url: string, headers: Headers = {}): Promise<number | undefined> {
  const socket = new WebSocket(url.replace('http', 'ws'), { headers });
  socket.on('error', () => undefined);
  const status = await new Promise<number | undefined>((resolve) => {
    socket.once('open', () => resolve(101));
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode));
  });
  socket.terminate();
  return status;
}

describe.each(platforms())('a server that SocketAuthService protects on %s', (platform) => {
  const opened: { close(): unknown }[] = [];
  const watched = new Watched();
  let app: TestApp;
  let sockets: SocketAuthService;
  let headers: Headers;

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      config: { ...watched.config, session: { strategy: 'database' } },
    });
    sockets = serviceOf(app.app);
    const jane = app.client();
    await jane.signIn('credentials', JANE);
    headers = { cookie: [...jane.cookies].map((pair) => pair.join('=')).join('; ') };
  });
  afterEach(() => opened.splice(0).forEach((one) => void one.close()));
  afterAll(() => app.close());

  function serviceOf(nest: INestApplication): SocketAuthService {
    return nest.get(SocketAuthService);
  }

  /** Starts a server on a port of its own, so that each test has a new one. */
  async function listening(): Promise<{ http: HttpServer; url: string }> {
    const http = createServer();
    opened.push(http);
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    return { http, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` };
  }

  async function ioServer() {
    const { http, url } = await listening();
    const server = new Server(http);
    opened.push(server);
    return { server, url };
  }

  async function wsServer(verifyClient?: WebSocketServer['options']['verifyClient']) {
    const { http, url } = await listening();
    const server = new WebSocketServer({ server: http, ...(verifyClient && { verifyClient }) });
    opened.push(server);
    return { server, url };
  }

  it.each<[string, (server: Server) => unknown]>([
    ['made later', (server) => server.of('/rooms/1')],
    ['whose names match a pattern', (server) => server.of(/^\/rooms\/\d$/)],
    ['that a function makes', (server) => server.of((_name, _auth, next) => next(null, true))],
  ])('checks the clients of namespaces %s (K64)', async (_, create) => {
    const { server, url } = await ioServer();
    sockets.protect(server);
    create(server);

    expect(await received(`${url}/rooms/1`)).toBe('SESSION_REQUIRED');
    const origin = 'https://evil.test';
    expect(await received(`${url}/rooms/1`, { ...headers, origin })).toBe('CSRF_FAILED');
    expect(await received(`${url}/rooms/1`, headers)).toBe('connected');
    // Also now that it exists.
    expect(await received(`${url}/rooms/1`)).toBe('SESSION_REQUIRED');
  });

  it('checks the clients of a pattern that is protected alone, as a gateway has it (K64)', async () => {
    const { server, url } = await ioServer();
    const parent = server.of(/^\/rooms\/\d$/);
    expect(await received(`${url}/rooms/1`)).toBe('connected');
    sockets.protect(parent);

    for (const path of ['/rooms/1', '/rooms/2']) {
      expect(await received(`${url}${path}`)).toBe('SESSION_REQUIRED');
      expect(await received(`${url}${path}`, headers)).toBe('connected');
    }
    expect(await received(`${url}/`)).toBe('connected');
  });

  it.each<[string, (server: Server, one: Namespace) => void]>([
    [
      'before it',
      (server, one) => {
        sockets.protect(one, { anonymous: true });
        sockets.protect(server);
      },
    ],
    [
      'after it',
      (server, one) => {
        sockets.protect(server);
        sockets.protect(one, { anonymous: true });
      },
    ],
  ])('leaves a namespace the options with which it is protected %s', async (_, protect) => {
    for (const name of ['/open', /^\/open$/] as const) {
      const { server, url } = await ioServer();
      protect(server, server.of(name as string));

      expect(await received(`${url}/open`)).toBe('connected');
      expect(await received(`${url}/`)).toBe('SESSION_REQUIRED');
      expect(await received(`${url}/open`, { origin: 'https://evil.test' })).toBe('CSRF_FAILED');
    }
  });

  it('closes a namespace that is protected itself, whatever its pattern admits', async () => {
    const { server, url } = await ioServer();
    sockets.protect(server.of(/^\/rooms\/\d$/), { anonymous: true });
    expect(await received(`${url}/rooms/1`)).toBe('connected');

    sockets.protect(server.of('/rooms/1'));

    expect(await received(`${url}/rooms/1`)).toBe('SESSION_REQUIRED');
    expect(await received(`${url}/rooms/2`)).toBe('connected');
  });

  it('reads the session once for a namespace that its pattern and its server protect', async () => {
    const { server, url } = await ioServer();
    sockets.protect(server);
    sockets.protect(server.of(/^\/rooms\/\d$/));
    watched.reset();

    expect(await received(`${url}/rooms/1`, headers)).toBe('connected');

    expect(watched.calls).toEqual(['getSessionAndUser']);
  });

  it.each([
    ['socket.io', async () => (await ioServer()).server],
    ['a namespace', async () => (await ioServer()).server.of('/one')],
    ['ws', async () => (await wsServer()).server],
  ])('of %s takes the same options again, and no others', async (_, create) => {
    const server = await create();
    sockets.protect(server);
    sockets.protect(server, {});
    sockets.protect(server, { anonymous: false });

    expect(() => sockets.protect(server, { anonymous: true })).toThrow(
      'SocketAuthService.protect: this server is already protected with `{ anonymous: false }`; gateways that share a server or namespace have to pass the same options',
    );
  });

  it('protects nothing else', () => {
    expect(() => sockets.protect({})).toThrow(TypeError);
  });

  it.each<[string, WebSocketServer['options']['verifyClient']]>([
    ['returns', ({ req }: { req: IncomingMessage }) => req.headers['x-own'] === 'yes'],
    [
      'calls back',
      ({ req }, answer) => setImmediate(answer, req.headers['x-own'] === 'yes', 418, 'Own'),
    ],
  ])('of ws also asks a `verifyClient` that %s, set before or after (K64)', async (_, own) => {
    const [before, after] = [await wsServer(own), await wsServer()];
    sockets.protect(before.server);
    sockets.protect(after.server);
    after.server.options.verifyClient = own;

    for (const { url } of [before, after]) {
      expect(await statusFrom(url, headers)).toBe(own?.length === 2 ? 418 : 401);
      expect(await statusFrom(url, { 'x-own': 'yes' })).toBe(401);
      const foreign = { ...headers, 'x-own': 'yes', origin: 'https://evil.test' };
      expect(await statusFrom(url, foreign)).toBe(403);
      expect(await statusFrom(url, { ...headers, 'x-own': 'yes' })).toBe(101);
    }
  });

  it('of ws keeps the checks of two modules, whatever `verifyClient` becomes (K64)', async () => {
    const other = await TestApp.start({ platform });
    const { server, url } = await wsServer();
    sockets.protect(server);
    serviceOf(other.app).protect(server, { anonymous: true });

    server.options.verifyClient = () => true;

    expect(await statusFrom(url)).toBe(401);
    expect(await statusFrom(url, headers)).toBe(101);
    server.options.verifyClient = undefined;
    expect(await statusFrom(url)).toBe(401);
    await other.close();
  });
});
