import {
  Authorize,
  AuthService,
  currentSession,
  CurrentSession,
  CurrentUser,
  OptionalSession,
  Public,
  Roles,
  SessionGuard,
  setCurrentSession,
} from '@authnest/core';
import {
  type ExecutionContext,
  ForbiddenException,
  Logger,
  NotFoundException,
  ServiceUnavailableException,
  UnauthorizedException,
} from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { RpcException } from '@nestjs/microservices';
import { WsException } from '@nestjs/websockets';
import { inspect } from 'node:util';
import { parameterOf } from '../support/parameter-of.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';
import { Watched } from '../support/watched.js';

class Handlers {
  locked(): void {}

  @Public() open(): void {}

  @OptionalSession() either(): void {}

  @Public() @Roles('admin') role(): void {}

  @Roles('admin') @Authorize(() => Promise.resolve(true)) allowed(): void {}

  @Authorize(() => {
    throw new NotFoundException();
  })
  hidden(): void {}

  @Authorize(() => new Promise(() => undefined)) hangs(): void {}
}

type Handler = Exclude<keyof Handlers, symbol>;

/** Creates the context of a call to a handler through a transport. */
function call(type: string, args: unknown[], handler: Handler = 'locked'): ExecutionContext {
  const context = new ExecutionContextHost(args, Handlers, Handlers.prototype[handler]);
  context.setType(type);
  return context;
}

const CONTEXTS: readonly (readonly [string, unknown, unknown])[] = [
  ['ws', WsException, 'Sign in to continue.'],
  ['rpc', RpcException, 'Unauthorized'],
  ['graphql', UnauthorizedException, 'Sign in to continue.'],
  ['telegraf', UnauthorizedException, 'Sign in to continue.'],
];

describe.each(platforms())('the guard outside HTTP on %s', (platform) => {
  const watched = new Watched();
  let app: TestApp;
  let guard: SessionGuard;
  let cookie: string;

  beforeAll(async () => {
    app = await TestApp.start({ platform, config: watched.config });
    guard = app.app.get(SessionGuard);
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  });
  afterAll(() => app.close());

  /** Creates a platform request as the context of another transport would contain it. */
  const request = (headers: Record<string, string> = { cookie }) => ({
    method: 'POST',
    originalUrl: '/graphql',
    protocol: 'http',
    host: '127.0.0.1',
    headers,
  });

  const ask = async (context: ExecutionContext): Promise<unknown> => {
    try {
      return await guard.canActivate(context);
    } catch (error) {
      return error;
    }
  };

  it('explains itself if an application passes no request, and names what to use (NW4)', () => {
    const auth = app.app.get(AuthService);

    expect(() => auth.getSession(undefined as never)).toThrow(/currentSession\(context\)/);
  });

  it.each(['http', 'ws', 'rpc', 'graphql'])(
    'leaves the session for guards of the application in a %s context (NW4)',
    (type) => {
      const context = call(type, [type === 'http' ? request() : {}, {}]);
      const session = { user: { name: 'Jane' }, expires: new Date().toISOString() };
      setCurrentSession(context, session);

      expect(currentSession(context)).toEqual(session);
      expect(currentSession(call(type, [{}, {}]))).toBeNull();
    },
  );

  describe.each(CONTEXTS)('in a %j context', (type, expected, message) => {
    it('rejects the call, with the error of that transport', async () => {
      const argumentLists = [
        [],
        [undefined, undefined, undefined, undefined],
        [null, null, null, null],
        [{}, {}, {}, {}],
        [{ user: { id: 'x' }, session: { user: {} } }],
        [{}, {}, { req: null }, {}],
        [{}, {}, { req: 'text', request: 7 }, {}],
        [{}, {}, { req: { extra: { request: null } }, request: null }, {}],
        [{}, {}, { req: request({}) }, {}],
      ];
      for (const args of argumentLists) {
        const refusal = await ask(call(type, args));
        expect(refusal).toBeInstanceOf(expected);
        expect(refusal).toMatchObject({ message });
      }
    });

    it('allows the call if the handler is public or its session is optional, and passes no session', async () => {
      expect(await ask(call(type, [{}, {}], 'open'))).toBe(true);
      expect(await ask(call(type, [{}, {}], 'either'))).toBe(true);
      expect(parameterOf(CurrentUser, call(type, [{}, {}], 'either'))).toBeNull();
    });
  });

  it.each(['ws', 'rpc', 'telegraf'])(
    'ignores a cookie in the arguments of a %s call',
    async (type) => {
      for (const args of [
        [request(), request()],
        [{ req: request() }],
        [{}, {}, { req: request() }, {}],
      ]) {
        expect(await ask(call(type, args))).toBeInstanceOf(Error);
      }
    },
  );

  it.each(['https://evil.test', 'https://sibling.127.0.0.1', 'null', 'file://', ''])(
    'refuses graphql over a socket from a page with the origin %j (N4)',
    async (origin) => {
      const headers = { cookie, origin, upgrade: 'websocket' };
      const context = call('graphql', [{}, {}, { req: request(headers) }, {}]);
      const own = { ...headers, origin: 'http://127.0.0.1' };

      expect(await ask(context)).toBeInstanceOf(UnauthorizedException);
      expect(await ask(call('graphql', [{}, {}, { req: request(own) }, {}]))).toBe(true);
    },
  );

  it('logs why a socket is refused if the origin of the application is unknown', async () => {
    const strict = await TestApp.start({ platform, config: { trustHost: ['app.example'] } });
    const headers = { cookie, origin: 'http://127.0.0.1', upgrade: 'websocket' };
    const context = call('graphql', [{}, {}, { req: request(headers) }, {}]);

    await expect(async () => strict.app.get(SessionGuard).canActivate(context)).rejects.toThrow(
      'Your session could not be checked; try again.',
    );
    expect(strict.logs.errors.map(String)).toEqual([
      'UntrustedHost: the host 127.0.0.1 is not listed in `trustHost`',
    ]);
    await strict.close();
  });

  it('checks the session at each graphql message of one socket (D03)', async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const own = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const origin = 'http://127.0.0.1';
    // Each message has the request of the handshake, which is one object while the socket is open.
    const handshake = request({ cookie: own, origin, upgrade: 'websocket' });
    const message = () => call('graphql', [{}, {}, { req: handshake }, {}]);
    expect([await ask(message()), await ask(message())]).toEqual([true, true]);

    await browser.signOut();

    expect(await ask(message())).toBeInstanceOf(UnauthorizedException);
    const optional = call('graphql', [{}, {}, { req: handshake }, {}], 'either');
    expect(await ask(optional)).toBe(true);
    expect(parameterOf(CurrentUser, optional)).toBeNull();
  });

  /** Creates a handshake as Node reads it: a platform would add its host and its protocol. */
  const handshakeFrom = (origin: string) => ({
    url: '/graphql',
    headers: { host: '127.0.0.1', cookie, origin, upgrade: 'websocket' },
    socket: {},
  });
  type Handshake = ReturnType<typeof handshakeFrom>;

  it('reads the session of a handshake that a guard of the application finds for a gateway', async () => {
    class WsGuard extends SessionGuard {
      protected override getRequest(context: ExecutionContext): object {
        return context.switchToWs().getClient<{ upgradeReq: Handshake }>().upgradeReq;
      }
    }
    const own = new WsGuard(app.app.get(AuthService));
    const message = (origin: string) =>
      call('ws', [{ upgradeReq: handshakeFrom(origin) }, 'data', 'pattern']);
    const accepted = message('http://127.0.0.1');

    expect(await own.canActivate(accepted)).toBe(true);
    expect(parameterOf(CurrentUser, accepted)).toMatchObject({ name: 'jane' });
    const client = { upgradeReq: handshakeFrom('http://127.0.0.1') };
    const messageOf = () => call('ws', [client, 'data', 'pattern']);
    expect(await own.canActivate(messageOf())).toBe(true);
    const refused = messageOf();
    client.upgradeReq = handshakeFrom('https://evil.test');
    await expect(async () => own.canActivate(refused)).rejects.toThrow('Sign in to continue.');
    // Neither does the session of the earlier message remain, for filters of exceptions.
    expect(parameterOf(CurrentUser, refused)).toBeNull();
  });

  it.each(['ws', 'rpc'])(
    'leaves data and pattern of a %s message where the handler looks for them (RQ5)',
    async (type) => {
      class MessageGuard extends SessionGuard {
        protected override getRequest(): object {
          return handshakeFrom('http://127.0.0.1');
        }
      }
      const context = call(type, ['first', 'second', 'pattern']);

      expect(await new MessageGuard(app.app.get(AuthService)).canActivate(context)).toBe(true);

      expect(parameterOf(CurrentUser, context)).toMatchObject({ name: 'jane' });
      expect(inspect(context.getArgs(), { depth: null, showHidden: true })).not.toContain('jane');
      expect(context.getArgs().slice(0, 2)).toEqual(['first', 'second']);
      expect(context.getArgs()[type === 'ws' ? 3 : 2]).toBe('pattern');
    },
  );

  const RULED: readonly (readonly [string, Handler, unknown, unknown])[] = [
    ['ws', 'role', WsException, 'You do not have access to this.'],
    ['rpc', 'role', RpcException, 'Forbidden'],
    ['graphql', 'role', ForbiddenException, 'You do not have access to this.'],
    ['ws', 'hidden', WsException, 'You do not have access to this.'],
    ['rpc', 'hidden', RpcException, 'Forbidden'],
    ['graphql', 'hidden', NotFoundException, 'Not Found'],
    ['ws', 'hangs', WsException, 'Your session could not be checked; try again.'],
    ['rpc', 'hangs', RpcException, 'Service Unavailable'],
    ['graphql', 'hangs', ServiceUnavailableException, expect.any(String)],
  ];

  it.each(RULED)(
    'refuses by a rule in a %s context with its kind of error: %s (K62)',
    async (type, handler, expected, message) => {
      let roles: string[] = [];
      const ruled = await TestApp.start({
        platform,
        config: { ...watched.config, timeout: 0.1, roles: () => roles },
      });
      class AnyGuard extends SessionGuard {
        protected override getRequest(): object {
          return handshakeFrom('http://127.0.0.1');
        }
      }
      const own = new AnyGuard(ruled.app.get(AuthService));
      const args = () => [{}, {}, { req: handshakeFrom('http://127.0.0.1') }, {}];
      const refusal = async (context: ExecutionContext): Promise<unknown> => {
        try {
          return await own.canActivate(context);
        } catch (error) {
          return error;
        }
      };

      const refused = await refusal(call(type, args(), handler));
      expect(refused).toBeInstanceOf(expected);
      expect(refused).toMatchObject({ message });
      expect(await refusal(call(type, args(), 'allowed'))).toBeInstanceOf(
        type === 'graphql' ? ForbiddenException : expected,
      );
      roles = ['admin'];
      const admitted = call(type, args(), 'allowed');
      expect(await refusal(admitted)).toBe(true);
      expect(parameterOf(CurrentUser, admitted)).toMatchObject({ name: 'jane' });
      // The guard that the decorator brought along follows, and finds no request of its own.
      expect(await ruled.app.get(SessionGuard).canActivate(admitted)).toBe(true);
      // Another context of the same handler is asked anew.
      roles = [];
      expect(await refusal(call(type, args(), 'allowed'))).toBeInstanceOf(Error);
      await ruled.close();
    },
  );

  it('compares the origin with the protocol of the connection on which a handshake arrived', async () => {
    const arrived = (socket: object, origin: string) =>
      call('graphql', [{}, {}, { req: { ...handshakeFrom(origin), socket } }, {}], 'either');
    const [secure, plain] = ['https://127.0.0.1', 'http://127.0.0.1'];
    const nameOver = async (socket: object, origin: string) => {
      const context = arrived(socket, origin);
      await ask(context);
      return (parameterOf(CurrentUser, context) as { name?: string } | null)?.name;
    };

    expect(await nameOver({}, plain)).toBe('jane');
    expect(await nameOver({}, secure)).toBeUndefined();
    expect(await nameOver({ encrypted: true }, plain)).toBeUndefined();
  });

  describe('in a graphql operation over a socket', () => {
    /** Ways in which the drivers of GraphQL pass the handshake. */
    const WAYS: [string, (handshake: Handshake) => object][] = [
      [
        'in the context of graphql-ws',
        (sent) => ({ req: { extra: { socket: {}, request: sent } } }),
      ],
      ['as the request', (req) => ({ req })],
    ];

    it.each(WAYS)('reads the session of a handshake %s', async (_, graphql) => {
      const handshake = handshakeFrom('http://127.0.0.1');
      const operation = call('graphql', [{}, {}, graphql(handshake), {}]);

      expect(await ask(operation)).toBe(true);
      expect(parameterOf(CurrentUser, operation)).toMatchObject({ name: 'jane' });
      const open = call('graphql', [{}, {}, graphql(handshake), {}], 'open');
      expect(await ask(open)).toBe(true);
      expect(parameterOf(CurrentUser, open)).toBeNull();
    });

    it.each(WAYS)('refuses a handshake %s that another page sent (N4)', async (_, graphql) => {
      const handshake = handshakeFrom('https://evil.test');

      expect(await ask(call('graphql', [{}, {}, graphql(handshake), {}]))).toBeInstanceOf(
        UnauthorizedException,
      );
    });

    it.each(WAYS)(
      'passes no session to a handler that needs none, if another page sent the handshake %s (N4)',
      async (_, graphql) => {
        const from = (origin: string) =>
          call('graphql', [{}, {}, graphql(handshakeFrom(origin)), {}], 'either');
        const [own, foreign] = [from('http://127.0.0.1'), from('https://evil.test')];

        expect([await ask(own), await ask(foreign)]).toEqual([true, true]);
        expect(parameterOf(CurrentUser, own)).toMatchObject({ name: 'jane' });
        expect(parameterOf(CurrentUser, foreign)).toBeNull();
      },
    );
  });

  it('logs once per transport why it finds no request (U8)', async () => {
    const lines: string[] = [];
    Logger.overrideLogger({
      log: () => undefined,
      error: () => undefined,
      warn: (line: string) => void lines.push(line),
    });
    const fresh = new SessionGuard(app.app.get(AuthService));

    for (const type of ['ws', 'ws', 'rpc']) {
      await expect(async () => fresh.canActivate(call(type, [{}]))).rejects.toThrow(
        type === 'ws' ? 'Sign in to continue.' : 'Unauthorized',
      );
    }
    Logger.overrideLogger(false);

    expect(lines).toEqual([
      expect.stringMatching(
        /^SessionGuard refused Handlers\.locked: .+ type ws\. Call `SocketAuthService.protect/,
      ),
      expect.stringContaining('type rpc') as unknown,
    ]);
  });

  it.each(['req', 'request'])(
    'reads the session of the request in the property %s of a graphql context',
    async (name) => {
      const context = call('graphql', [{}, {}, { [name]: request() }, {}]);

      expect(await ask(context)).toBe(true);
      expect(parameterOf(CurrentUser, context)).toMatchObject({ name: 'jane' });
      expect(parameterOf(CurrentSession, context)).toMatchObject({ user: { name: 'jane' } });
    },
  );

  it.each<[string, unknown]>([
    ['http', ServiceUnavailableException],
    ['graphql', ServiceUnavailableException],
  ])('responds with 503 in %s if the store is down', async (type, expected) => {
    const broken = await TestApp.start({
      platform,
      config: {
        adapter: Object.assign(Object.create(watched.store) as typeof watched.store, {
          getSessionAndUser: () => Promise.reject(new Error('down')),
        }),
      },
    });
    const headers: string[] = [];
    const response = { setHeader: (name: string) => void headers.push(name) };
    const args = type === 'http' ? [request(), response] : [{}, {}, { req: request() }, {}];
    const brokenGuard = broken.app.get(SessionGuard);

    for (const handler of ['locked', 'either'] as const) {
      await expect(brokenGuard.canActivate(call(type, args, handler))).rejects.toBeInstanceOf(
        expected,
      );
    }
    expect(headers).toEqual(type === 'http' ? ['retry-after', 'retry-after'] : []);
    await broken.close();
  });
});
