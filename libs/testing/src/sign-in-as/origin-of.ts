import type { INestApplication } from '@nestjs/common';
import { reachable } from '../cookies/reachable.js';

/** The origin of an application: where it listens, otherwise the one that supertest will use. */
export async function originOf(app: INestApplication): Promise<URL> {
  return new URL(isListening(app) ? reachable(await app.getUrl()) : 'http://127.0.0.1');
}

/** Whether a client can connect. */
export function isListening(app: INestApplication): boolean {
  const server = app.getHttpServer() as { listening?: boolean } | undefined;
  return server?.listening === true;
}
