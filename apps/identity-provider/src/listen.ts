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
 * Starts a server on an address.
 * @returns its origin, with the actual port
 * @throws if the address cannot be used, for example because the port is in use
 */
export async function listen(server: Server, { host, port }: ListenAddress): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');

  const authority = host.includes(':') ? `[${host}]` : host;
  return `http://${authority}:${portOf(server.address())}`;
}

/** Stops a server and ends every connection, idle or active. Has no effect if it is stopped. */
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
