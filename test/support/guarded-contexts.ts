import { Transport } from '@nestjs/microservices';
import { freePort } from './free-port.js';
import { graphql, mercuriusContexts, subscriptions } from './guarded-contexts/graphql.js';
import type { GuardedContext } from './guarded-contexts/guarded-context.js';
import { events, http } from './guarded-contexts/http.js';
import { messages } from './guarded-contexts/messages.js';
import { sockets, webSockets } from './guarded-contexts/sockets.js';
import { redis, TEST_REDIS_URL } from './redis.js';

const { hostname, port } = new URL(TEST_REDIS_URL);

/** The contexts in which a guard decides. Add a record, and every table has it. */
export const guardedContexts = async (): Promise<readonly GuardedContext[]> => [
  http,
  events,
  graphql,
  subscriptions,
  ...mercuriusContexts,
  sockets,
  webSockets,
  messages('RPC over TCP', {
    transport: Transport.TCP,
    options: { host: '127.0.0.1', port: await freePort() },
  }),
  messages(
    'RPC over Redis',
    { transport: Transport.REDIS, options: { host: hostname, port: Number(port || 6379) } },
    redis.problem,
  ),
];
