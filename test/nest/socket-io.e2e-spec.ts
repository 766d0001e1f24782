import { AuthService, CurrentUser, Public, SessionGuard, type User } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import {
  type OnGatewayConnection,
  SubscribeMessage,
  WebSocketGateway,
  WsException,
} from '@nestjs/websockets';
import { once } from 'node:events';
import type { Socket as ServerSocket } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { SocketGuard } from '../fixtures/socket.guard.js';
import { Deferred } from '../support/deferred.js';
import { JANE, OTTO, platforms, TestApp } from '../support/test-app.js';

/** Identifies the sender of each message by the cookies that the message itself carries. */
@Injectable()
class MessageGuard extends SessionGuard {
  protected override getRequest(context: ExecutionContext): object {
    const cookie = context.switchToWs().getData<string>();
    return { url: '/', headers: { host: '127.0.0.1', cookie }, socket: {} };
  }
}

/** Holds the next message between its guard and its handler, if a test asks for it. */
@Injectable()
class Held implements NestInterceptor {
  /** Settled when a message is held. */
  reached?: Deferred;
  released?: Deferred;

  async intercept(
    _: ExecutionContext,
    next: CallHandler,
  ): Promise<ReturnType<CallHandler['handle']>> {
    const { reached } = this;
    this.reached = undefined;
    reached?.resolve();
    if (reached) await this.released?.promise;
    return next.handle();
  }
}

@Injectable()
@WebSocketGateway()
class WhoGateway implements OnGatewayConnection {
  /** Whether the newest connection is from a trusted origin. */
  isTrusted?: Promise<boolean>;
  /** The sessions of the newest connection, read in both ways. */
  sessions: ReturnType<AuthService['getSession']>[] = [];

  constructor(private readonly auth: AuthService) {}

  handleConnection({ request }: ServerSocket): void {
    this.isTrusted = this.auth.isFromTrustedOrigin(request);
    this.sessions = [this.auth.getSession(request), this.auth.rereadSession(request)];
  }

  @UseGuards(SocketGuard)
  @SubscribeMessage('who')
  who(@CurrentUser() user: User): string {
    if (!user.name) throw new WsException('nobody');
    return user.name;
  }

  @UseGuards(SocketGuard)
  @Public()
  @SubscribeMessage('public')
  public(@CurrentUser() user: User | null): string {
    return user?.name ?? 'nobody';
  }

  @UseGuards(SocketGuard)
  @UseInterceptors(Held)
  @SubscribeMessage('held')
  held(@CurrentUser() user: User | null): string {
    return user?.name ?? 'nobody';
  }

  @UseGuards(MessageGuard)
  @UseInterceptors(Held)
  @SubscribeMessage('held with a key')
  heldWithKey(@CurrentUser() user: User | null): string {
    return user?.name ?? 'nobody';
  }

  @SubscribeMessage('unguarded')
  unguarded(@CurrentUser() user: User | null): string {
    return user?.name ?? 'nobody';
  }
}

describe.each(platforms())('a Socket.IO server on %s', (platform) => {
  let app: TestApp;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      // A stored session is over at once when its owner signs out.
      config: { adapter: new MemoryAdapter(), session: { strategy: 'database' } },
      module: { providers: [WhoGateway, Held] },
      configure: (nest) => nest.useWebSocketAdapter(new IoAdapter(nest)),
    });
  });

  afterEach(() => sockets.splice(0).forEach((socket) => socket.disconnect()));
  afterAll(async () => app.close());

  it.each(['websocket', 'polling'])(
    'identifies the visitor by the cookies (%s)',
    async (transport) => {
      const socket = await connect({ cookie: await signedIn() }, transport);

      expect(await who(socket)).toBe('jane');
    },
  );

  it.each(['public', 'unguarded'])(
    'passes to a %s handler no session that an earlier message left (D03)',
    async (message) => {
      const socket = await connect({ cookie: await signedIn() });

      expect(await ask(socket, message)).toBe('nobody');
      expect(await who(socket)).toBe('jane');
      expect(await ask(socket, message)).toBe('nobody');
      expect(await who(socket)).toBe('jane');
    },
  );

  it('keeps the user of a message while another message on the socket is refused (RQ5)', async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const socket = await connect({ cookie: cookiesOf(browser) });
    const { release, first } = await hold(socket, 'held', {});

    await browser.signOut();
    expect(await ask(socket, 'held')).toEqual({ refused: true });
    release();

    expect(await first).toBe('jane');
  });

  it('gives each message its own user if each carries a key, which may be a string (RQ5)', async () => {
    const [jane, otto] = [await signedIn(), await signedIn(OTTO)];
    const socket = await connect({});
    const { release, first } = await hold(socket, 'held with a key', jane);

    expect(await ask(socket, 'held with a key', otto)).toBe('otto');
    expect(await ask(socket, 'held with a key', 'nobody')).toEqual({ refused: true });
    release();

    expect(await first).toBe('jane');
  });

  it('reads the session of a connection from the request of its handshake', async () => {
    await connect({ cookie: await signedIn() });

    for (const session of app.app.get(WhoGateway).sessions) {
      expect(await session).toMatchObject({ user: { name: 'jane' } });
    }
    expect(app.app.get(WhoGateway).sessions).toHaveLength(2);
  });

  it('refuses a message from a visitor without a session', async () => {
    expect(await who(await connect({}))).toEqual({ refused: true });
  });

  it.each(['https://evil.test', 'null', 'http://127.0.0.1:1'])(
    'refuses a message from a page at %s, even if the browser sends the cookies (N4)',
    async (origin) => {
      const socket = await connect({ cookie: await signedIn(), origin });

      expect(await who(socket)).toEqual({ refused: true });
      expect(await app.app.get(WhoGateway).isTrusted).toBe(false);
    },
  );

  it('refuses a message from another origin over long polling, which has no upgrade request (N4)', async () => {
    const headers = { cookie: await signedIn(), origin: 'https://evil.test' };

    expect(await who(await connect(headers, 'polling'))).toEqual({ refused: true });
  });

  it('identifies the visitor on a page of the application (N4)', async () => {
    const socket = await connect({ cookie: await signedIn(), origin: app.url });

    expect(await who(socket)).toBe('jane');
    expect(await app.app.get(WhoGateway).isTrusted).toBe(true);
  });

  /** Sends a message whose handler waits for `release`. */
  async function hold(socket: Socket, message: string, data: unknown) {
    const held = app.app.get(Held);
    const [reached, released] = [new Deferred(), new Deferred()];
    Object.assign(held, { reached, released });
    const first = socket.emitWithAck(message, data) as Promise<unknown>;
    await reached.promise;
    return { first, release: () => released.resolve() };
  }

  async function signedIn(form: Record<string, string> = JANE): Promise<string> {
    const browser = app.client();
    await browser.signIn('credentials', form);
    return cookiesOf(browser);
  }

  function cookiesOf({ cookies }: ReturnType<TestApp['client']>): string {
    return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async function connect(
    extraHeaders: Record<string, string>,
    transport = 'websocket',
  ): Promise<Socket> {
    const options = { extraHeaders, transports: [transport], reconnection: false, forceNew: true };
    const socket = io(app.url, options);
    sockets.push(socket);
    await once(socket as unknown as NodeJS.EventEmitter, 'connect');
    return socket;
  }

  async function who(socket: Socket): Promise<unknown> {
    return ask(socket, 'who');
  }

  async function ask(socket: Socket, message: string, data: unknown = {}): Promise<unknown> {
    return new Promise((resolve) => {
      socket.once('exception', () => resolve({ refused: true }));
      socket.emit(message, data, resolve);
    });
  }
});
