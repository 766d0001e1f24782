import type { INestApplication } from '@nestjs/common';
import type { Server, ServerResponse } from 'node:http';

/**
 * Once the application closes, each response ends its connection. Otherwise a balancer that keeps
 * connections open would still use them, and the process would never end.
 */
export function endConnectionsOnClose(app: INestApplication<Server>): void {
  const server = app.getHttpServer();
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (!server.listening) response.setHeader('Connection', 'close');
  });
}
