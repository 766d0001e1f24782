import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Certificate and key, in PEM format. */
export interface FakeTls {
  readonly cert: string;
  readonly key: string;
}

/** Starts a server on a free local port. */
export async function startListening(tls?: FakeTls): Promise<{ server: Server; origin: string }> {
  const server = tls ? createTlsServer({ ...tls }) : createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { server, origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}` };
}

/** Stops a server and closes every connection; a second call does nothing. */
export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
