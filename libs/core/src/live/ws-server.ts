import type { IncomingMessage } from 'node:http';
import type { ClosableSocket } from './closable-socket.js';

export type WsAnswer = (
  isAdmitted: boolean,
  code?: number,
  message?: string,
  headers?: Record<string, string>,
) => void;
type WsVerify = (info: { readonly req: IncomingMessage }, answer: WsAnswer) => unknown;

/** A server of `ws`. */
export interface WsServer {
  readonly options: { verifyClient?: WsVerify | null };
  prependListener(
    event: 'connection',
    listener: (socket: ClosableSocket, request: IncomingMessage) => void,
  ): unknown;
}

export function isWs(server: object): server is WsServer {
  return 'handleUpgrade' in server && 'prependListener' in server && 'options' in server;
}

/**
 * Checks each handshake, once the application's own `verifyClient` has admitted it. If the
 * application sets that option later, its function is also asked.
 */
export function verifyClients(
  { options }: WsServer,
  verify: (request: IncomingMessage, answer: WsAnswer) => void,
): void {
  const former = Object.getOwnPropertyDescriptor(options, 'verifyClient');
  let own = options.verifyClient;
  // `ws` reads the option at each upgrade, and passes the callback only if it has two parameters.
  const both: WsVerify = (info, answer) => {
    const next: WsAnswer = (isAdmitted, ...refused) =>
      isAdmitted ? verify(info.req, answer) : answer(false, ...refused);
    if (!own) next(true);
    else if (own.length === 2) own(info, next);
    else next(Boolean(own(info, next)));
  };
  const setter = { set: (later: WsVerify | null | undefined) => void (own = later) };
  Object.defineProperty(options, 'verifyClient', {
    // A setter that is already there belongs to another AuthModule, whose check has to stay.
    ...(former?.set ? former : setter),
    get: () => both,
    enumerable: true,
    configurable: true,
  });
}
