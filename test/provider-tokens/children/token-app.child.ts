import { AuthModule, OIDC, ProviderTokensService } from '@authnest/core';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { answerMessages } from '../../support/child/answer-messages.js';
import { optionsAt, withPool } from '../../support/databases.js';

/** What the application is to be. */
export interface TokenChildOptions {
  readonly databaseUrl: string;
  readonly poolSize: number;
  readonly client: { issuer: string; clientId: string; clientSecret?: string };
  readonly secret: string;
  /** Dies as by `kill -9` when it calls the token endpoint, or when that has responded. */
  readonly dies?: 'before-call' | 'after-call';
}

/** Asks for a token so often at once, and beside it for the user. */
export interface TokenChildCalls {
  readonly userId: string;
  readonly calls: number;
  readonly reads: number;
}

/** What it got. */
export interface TokenChildResult {
  readonly tokens: string[];
  readonly failures: string[];
  /** Until the last of the reads was done, milliseconds. */
  readonly readsTook: number;
}

const state: { app?: INestApplicationContext; adapter?: TypeOrmAdapter } = {};

answerMessages(async (message: TokenChildOptions | TokenChildCalls) =>
  'databaseUrl' in message ? start(message) : run(message),
);

async function start({ databaseUrl, poolSize, client, secret, dies }: TokenChildOptions) {
  const dataSource = await new DataSource(withPool(optionsAt(databaseUrl), poolSize)).initialize();
  state.adapter = new TypeOrmAdapter(dataSource);
  const module = AuthModule.forRoot({
    adapter: state.adapter,
    secret,
    trustHost: true,
    fetch: dyingFetch(dies),
    providers: [OIDC({ id: 'idp', name: 'idp', ...client })],
  });
  state.app = await NestFactory.createApplicationContext(module, { logger: false });
  return 'started';
}

async function run({ userId, calls, reads }: TokenChildCalls): Promise<TokenChildResult> {
  const tokens = state.app?.get(ProviderTokensService);
  const asked = Array.from({ length: calls }, async () => tokens?.getAccessToken(userId, 'idp'));
  const began = performance.now();
  const read = Array.from({ length: reads }, async () => state.adapter?.getUser(userId));
  await Promise.all(read);
  const readsTook = performance.now() - began;
  const results = await Promise.allSettled(asked);
  return {
    tokens: results.flatMap((one) =>
      one.status === 'fulfilled' ? [one.value?.accessToken ?? ''] : [],
    ),
    failures: results.flatMap((one) => (one.status === 'rejected' ? [`${one.reason}`] : [])),
    readsTook,
  };
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
