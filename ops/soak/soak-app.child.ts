import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AuthModule, Credentials } from '@authnest/core';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { respondToMessages } from '../../test/support/child/respond-to-messages.js';
import { startApp } from '../../test/support/child/start-app.js';
import { openMigrated, optionsAt } from '../../test/support/databases.js';
import { MeController } from '../../test/support/signed-out.js';
import type { SoakFigures } from './soak-figures.js';
import { watchTimers } from './watch-timers.js';

/** Options of the application. */
export interface SoakApp {
  readonly platform: 'express' | 'fastify';
  readonly sessions: 'stateless' | 'in SQLite' | 'in PostgreSQL' | 'in MariaDB';
  /** URL of a database without tables. @default SQLite in memory */
  readonly database?: string;
  readonly secret: string;
}

/** Time until closed connections are closed on this side too, in milliseconds. */
const SETTLED = 300;

const timers = watchTimers();
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function start({
  platform,
  sessions,
  secret,
  database = 'sqlite::memory:',
}: SoakApp): Promise<{ url: string }> {
  const adapter =
    sessions === 'stateless'
      ? undefined
      : new TypeOrmAdapter(await openMigrated(optionsAt(database)));
  const auth = AuthModule.forRoot({
    adapter,
    secret,
    trustHost: true,
    // Small enough to be full after the first quarter of a short run.
    jwt: { cache: 100 },
    providers: [
      Credentials({
        credentials: { username: {} },
        authorize: ({ username }) => ({ id: `${username}`, name: `${username}` }),
      }),
    ],
  });
  const module = { module: class SoakModule {}, imports: [auth], controllers: [MeController] };
  return { url: await startApp(module, platform) };
}

async function measure(): Promise<SoakFigures> {
  await pause(SETTLED);
  // Repeated, since finalizers of one collection release more for the next.
  for (let time = 0; time < 3; time += 1) {
    collectGarbage();
    await pause(10);
  }
  const kinds = process.getActiveResourcesInfo();
  const count = (kind: RegExp) => kinds.filter((one) => kind.test(one)).length;
  return {
    heap: process.memoryUsage().heapUsed,
    resident: process.memoryUsage().rss,
    sockets: count(/^(?:TCPSocketWrap|TCPWRAP)$/),
    handles: count(/^(?!Timeout|Immediate|TCPSocketWrap)/),
    timers: timers.size,
  };
}

respondToMessages((message: SoakApp | { readonly measure: true }) =>
  'measure' in message ? measure() : start(message),
);
