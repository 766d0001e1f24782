import type { IncomingMessage } from 'node:http';

/** A socket of Socket.IO, which shares its connection with those of other namespaces. */
export interface IoSocket {
  readonly request: IncomingMessage;
  readonly nsp: IoNamespace;
  readonly connected: boolean;
  readonly conn: {
    readonly readyState: string;
    close(): void;
    once(event: 'close', listener: () => void): unknown;
  };
  disconnect(close: boolean): unknown;
}

type IoMiddleware = (socket: IoSocket, next: (error?: Error) => void) => void;

/** One namespace, or the parent of those whose names match a pattern. */
export interface IoNamespace {
  use(middleware: IoMiddleware): unknown;
  readonly server?: Pick<IoServer, 'opts'>;
  /** Of a parent: those that exist. The others will get its middleware when they are created. */
  readonly children?: ReadonlySet<IoNamespace>;
}

export interface IoServer extends IoNamespace {
  readonly opts: { connectionStateRecovery?: unknown };
  readonly _nsps: ReadonlyMap<string, IoNamespace>;
  on(event: 'new_namespace', listener: (namespace: IoNamespace) => void): unknown;
}

export function isIo(server: object): server is IoServer | IoNamespace {
  return 'use' in server && 'emit' in server && ('_nsps' in server || 'fetchSockets' in server);
}

/** Whether it is a server, and not one of its namespaces. */
export function hasNamespaces(server: IoServer | IoNamespace): server is IoServer {
  return '_nsps' in server;
}

/**
 * Turns `connectionStateRecovery` off: who knows the id of a former connection would get its rooms
 * and what it has missed before any middleware is asked, and none is asked by default.
 */
export function dropRecovery(server: Pick<IoServer, 'opts'> | undefined): void {
  if (server?.opts) server.opts.connectionStateRecovery = undefined;
}
