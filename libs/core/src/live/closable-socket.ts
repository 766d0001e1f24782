import type { EndOfLive } from './live-session.js';

/** A WebSocket, or the connection below it where a library does not show the WebSocket. */
export interface ClosableSocket {
  once(event: 'close', listener: () => void): unknown;
  /** Of a WebSocket: 2 is closing, 3 is closed. */
  readonly readyState?: unknown;
  close?(code: number, reason: string): void;
  pause(): void;
  terminate?(): void;
  readonly destroyed?: boolean;
  destroy?(): void;
}

/** The close code of a WebSocket whose session is over; that of `graphql-ws` for 401. */
const UNAUTHORIZED = 4401;
/** How long a client may take to confirm that the socket is closed, in milliseconds. */
const GRACE_MS = 1000;

/** Closes a socket, and reads nothing from it any more. */
export function closeSocket(socket: ClosableSocket, reason: EndOfLive): void {
  if (!socket.close) {
    socket.destroy?.();
    return;
  }
  socket.close(UNAUTHORIZED, reason);
  socket.pause();
  setTimeout(() => socket.terminate?.(), GRACE_MS).unref();
}

export function isClosed({ readyState, destroyed }: ClosableSocket): boolean {
  return destroyed === true || readyState === 3;
}
