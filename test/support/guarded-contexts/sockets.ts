import {
  CurrentUser,
  OptionalSession,
  Public,
  Roles,
  SessionGuard,
  SocketAuthService,
  type User,
} from '@authnest/core';
import { UseGuards } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { WsAdapter } from '@nestjs/platform-ws';
import { type OnGatewayInit, SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import { once } from 'node:events';
import { io, type Socket } from 'socket.io-client';
import { WebSocket } from 'ws';
import { headersOf, type GuardedContext, type Outcome, STATUSES } from './guarded-context.js';

/** What either adapter sends to the client. */
const answer = (user: User | null): object => ({ event: 'answer', data: user?.name ?? '-' });

@UseGuards(SessionGuard)
abstract class SocketDoors implements OnGatewayInit {
  constructor(private readonly sockets: SocketAuthService) {}

  afterInit(server: object): void {
    this.sockets.protect(server, { anonymous: true });
  }

  @SubscribeMessage('public') @Public() public(@CurrentUser() user: User | null) {
    return answer(user);
  }
  @SubscribeMessage('optional') @OptionalSession() optional(@CurrentUser() user: User | null) {
    return answer(user);
  }
  @SubscribeMessage('required') required(@CurrentUser() user: User) {
    return answer(user);
  }
  @SubscribeMessage('roles') @Roles('admin') roles(@CurrentUser() user: User) {
    return answer(user);
  }
}

// The engine would cut the upgrades of others on this port, each a second after it began.
@WebSocketGateway({ namespace: 'doors', destroyUpgrade: false })
class IoDoors extends SocketDoors {
  constructor(sockets: SocketAuthService) {
    super(sockets);
  }
}

@WebSocketGateway({ path: '/doors-of-ws' })
class WsDoors extends SocketDoors {
  constructor(sockets: SocketAuthService) {
    super(sockets);
  }
}

export const sockets: GuardedContext = {
  name: 'Socket.IO',
  providers: [IoDoors],
  prepare: (app) => void app.useWebSocketAdapter(new IoAdapter(app)),
  open: async (_, url) => {
    // One connection for each caller's cookies: the store goes down while it is open.
    const open = new Map<string | undefined, Socket>();
    return {
      call: async (door, presented) => {
        const options = {
          extraHeaders: headersOf(presented),
          transports: ['websocket'],
          forceNew: true,
        };
        const { cookie } = options.extraHeaders;
        const socket = open.get(cookie) ?? io(`${url}/doors`, options);
        open.set(cookie, socket);
        return new Promise<Outcome>((resolve) => {
          const refuse = ({ code }: { code: string }): void =>
            resolve({ status: STATUSES[code] ?? 500 });
          socket.removeAllListeners('exception').once('exception', refuse);
          socket.removeAllListeners('answer').once('answer', (user: string) => resolve({ user }));
          socket.emit(door, {});
        });
      },
      close: async () => open.forEach((socket) => socket.disconnect()),
    };
  },
};

export const webSockets: GuardedContext = {
  name: 'ws',
  isAlone: true,
  providers: [WsDoors],
  prepare: (app) => void app.useWebSocketAdapter(new WsAdapter(app)),
  open: async (_, url) => {
    // One connection for each caller's cookies, as above.
    const open = new Map<string | undefined, WebSocket>();
    const connect = async (headers: Record<string, string>): Promise<WebSocket> => {
      const to = `${url.replace('http', 'ws')}/doors-of-ws`;
      const socket = new WebSocket(to, { headers });
      open.set(headers['cookie'], socket);
      await once(socket, 'open');
      return socket;
    };
    return {
      call: async (door, presented) => {
        const headers = headersOf(presented);
        const socket = open.get(headers['cookie']) ?? (await connect(headers));
        const received = once(socket, 'message');
        socket.send(JSON.stringify({ event: door, data: {} }));
        const [text] = (await received) as [Buffer];
        const message = JSON.parse(text.toString()) as { event: string; data: unknown };
        if (message.event === 'answer') return { user: String(message.data) };
        return { status: STATUSES[(message.data as { code: string }).code] ?? 500 };
      },
      close: async () => open.forEach((socket) => socket.terminate()),
    };
  },
};
