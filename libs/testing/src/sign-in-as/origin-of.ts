import type { INestApplication } from '@nestjs/common';
import { reachable } from '../cookies/reachable.js';

/** Where requests to an application go: where it listens, else where supertest will reach it. */
export async function originOf(app: INestApplication): Promise<URL> {
  return new URL(isListening(app) ? reachable(await app.getUrl()) : 'http://127.0.0.1');
}

/** Whether a client can connect by now. */
export function isListening(app: INestApplication): boolean {
  const server = app.getHttpServer() as { listening?: boolean } | undefined;
  return server?.listening === true;
}
