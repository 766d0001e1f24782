import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The address that a server listens on. */
export interface ListenAddress {
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
}

/**
 * Starts a server.
 * @returns its origin, with the actual port
 * @throws when the address cannot be used, for instance because the port is taken
 */
export async function listen(server: Server, { host, port }: ListenAddress): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');

  const authority = host.includes(':') ? `[${host}]` : host;
  return `http://${authority}:${portOf(server.address())}`;
}

/** Stops a server and ends every connection, idle or not; stopping it again does nothing. */
export async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return;

  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new TypeError('Not a TCP server');
  return address.port;
}
