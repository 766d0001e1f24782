import { AuthModule, OIDC, ProviderTokensService } from '@authnest/core';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { respondToMessages } from '../../support/child/respond-to-messages.js';
import { optionsAt, withPool } from '../../support/databases.js';

/** The options of the application. */
export interface TokenChildOptions {
  readonly databaseUrl: string;
  readonly poolSize: number;
  readonly client: { issuer: string; clientId: string; clientSecret?: string };
  readonly secret: string;
  /** When the process kills itself with SIGKILL: before or after it calls the token endpoint. */
  readonly dies?: 'before-call' | 'after-call';
}

/** A message to request `calls` tokens without waiting, then to read the user `reads` times. */
export interface TokenChildCalls {
  readonly userId: string;
  readonly calls?: number;
  readonly reads?: number;
  /** Whether to wait for all the tokens that were requested since the last result. */
  readonly end?: true;
}

/** The tokens and failures since the last result. */
export interface TokenChildResult {
  readonly tokens: string[];
  readonly failures: string[];
}

/** Long enough for a slow machine, in seconds. */
const TIMEOUT = 300;

const state: {
  app?: INestApplicationContext;
  adapter?: TypeOrmAdapter;
  asked: Promise<PromiseSettledResult<string>[]>[];
} = { asked: [] };

respondToMessages(async (message: TokenChildOptions | TokenChildCalls) =>
  'databaseUrl' in message ? start(message) : run(message),
);

async function start({ databaseUrl, poolSize, client, secret, dies }: TokenChildOptions) {
  const dataSource = await new DataSource(withPool(optionsAt(databaseUrl), poolSize)).initialize();
  state.adapter = new TypeOrmAdapter(dataSource);
  const module = AuthModule.forRoot({
    adapter: state.adapter,
    secret,
    trustHost: true,
    timeout: TIMEOUT,
    fetch: dyingFetch(dies),
    providers: [OIDC({ id: 'idp', name: 'idp', ...client })],
  });
  state.app = await NestFactory.createApplicationContext(module, { logger: false });
  return 'started';
}

async function run({ userId, calls = 0, reads = 0, end }: TokenChildCalls) {
  const tokens = state.app?.get(ProviderTokensService);
  const ask = async () => (await tokens?.getAccessToken(userId, 'idp'))?.accessToken ?? '';
  state.asked.push(...times(calls, () => Promise.allSettled([ask()])));
  await Promise.all(times(reads, async () => state.adapter?.getUser(userId)));
  return end ? resultOf((await Promise.all(state.asked.splice(0))).flat()) : 'done';
}

function resultOf(ended: readonly PromiseSettledResult<string>[]): TokenChildResult {
  return {
    tokens: ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    failures: ended.flatMap((one) => (one.status === 'rejected' ? [`${one.reason}`] : [])),
  };
}

function times<T>(count: number, work: () => T): T[] {
  return Array.from({ length: count }, work);
}

function dyingFetch(dies: TokenChildOptions['dies']): typeof fetch {
  return async (input, init) => {
    const isToken = `${input instanceof Request ? input.url : input}`.endsWith('/token');
    if (isToken && dies === 'before-call') process.kill(process.pid, 'SIGKILL');
    const response = await fetch(input, init);
    if (isToken && dies === 'after-call') process.kill(process.pid, 'SIGKILL');
    return response;
  };
}
