import type { INestApplication } from '@nestjs/common';
import { reachable } from '../cookies/reachable.js';

/** Returns the origin at which an application listens, otherwise the one that supertest uses. */
export async function originOf(app: INestApplication): Promise<URL> {
  return new URL(isListening(app) ? reachable(await app.getUrl()) : 'http://127.0.0.1');
}

/** Whether the server of an application accepts connections. */
export function isListening(app: INestApplication): boolean {
  const server = app.getHttpServer() as { listening?: boolean } | undefined;
  return server?.listening === true;
}
