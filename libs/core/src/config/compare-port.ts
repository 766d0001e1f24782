import type { Server } from 'node:http';
import { isLocalhost } from '../model/hosts.js';

/**
 * Reports, once the server listens, that AUTH_URL names another port of this machine. That is right
 * only behind a front end that forwards to the application.
 * @param server - of the platform; absent in an application context
 * @param origin - of AUTH_URL
 */
export function comparePort(
  server: Partial<Pick<Server, 'address' | 'once'>> | undefined,
  origin: string | undefined,
  report: (port: number) => void,
): void {
  if (origin === undefined || !isLocalhost(new URL(origin).hostname)) return;
  const { protocol, port } = new URL(origin);
  const named = Number(port) || (protocol === 'https:' ? 443 : 80);
  server?.once?.('listening', () => {
    const address = server.address?.();
    if (typeof address === 'object' && address && address.port !== named) report(address.port);
  });
}
