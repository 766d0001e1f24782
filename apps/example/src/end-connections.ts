import type { INestApplication } from '@nestjs/common';
import type { Server, ServerResponse } from 'node:http';

/**
 * Closes each connection after its response once the application shuts down. Otherwise a load
 * balancer could keep using its open connections, and the process would never exit.
 */
export function endConnectionsOnClose(app: INestApplication<Server>): void {
  const server = app.getHttpServer();
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (!server.listening) response.setHeader('Connection', 'close');
  });
}
