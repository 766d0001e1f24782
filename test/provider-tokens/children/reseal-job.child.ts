import { type Adapter, AuthModule, OIDC, ProviderTokensService } from '@authnest/core';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { respondToMessages } from '../../support/child/respond-to-messages.js';
import { optionsAt } from '../../support/databases.js';

/** The options of a job that reseals tokens. */
export interface ResealJob {
  readonly databaseUrl: string;
  readonly client: { issuer: string; clientId: string; clientSecret?: string };
  readonly secret: string;
  readonly encryptionSecret: string[];
  /** The write before which the process kills itself with SIGKILL, counted from 1. */
  readonly diesAt?: number;
}

/** The result of the job. */
export interface ResealJobResult {
  /** The result of each batch, including the last 0. */
  readonly counts: number[];
  /** How many times each account was listed. */
  readonly looks: Record<string, number>;
}

const looks: Record<string, number> = {};
let run: (() => Promise<number>) | undefined;

respondToMessages(async (message: ResealJob | { readonly run: true }) =>
  'run' in message ? untilDone() : open(message),
);

async function open({ databaseUrl, client, secret, encryptionSecret, diesAt }: ResealJob) {
  const dataSource = await new DataSource(optionsAt(databaseUrl)).initialize();
  const module = AuthModule.forRoot({
    adapter: watched(new TypeOrmAdapter(dataSource), diesAt),
    secret,
    trustHost: true,
    providerTokens: 'encrypt',
    encryptionSecret,
    providers: [OIDC({ id: 'idp', name: 'idp', ...client })],
  });
  const app = await NestFactory.createApplicationContext(module, { logger: false });
  run = () => app.get(ProviderTokensService).reseal();
  return 'opened';
}

async function untilDone(): Promise<ResealJobResult> {
  const counts: number[] = [];
  while (counts.at(-1) !== 0) counts.push((await run?.()) ?? 0);
  return { counts, looks };
}

function watched(adapter: TypeOrmAdapter, diesAt: number | undefined): Adapter {
  let writes = 0;
  const own: Partial<Adapter> = {
    advanceAccount(account) {
      writes += 1;
      if (writes === diesAt) process.kill(process.pid, 'SIGKILL');
      return adapter.advanceAccount(account);
    },
    async listAccountsToReseal(query) {
      const found = await adapter.listAccountsToReseal(query);
      for (const { providerAccountId: id } of found) looks[id] = (looks[id] ?? 0) + 1;
      return found;
    },
  };
  return new Proxy<Adapter>(adapter, {
    get: (target, name) => {
      const member: unknown = Reflect.get(own, name) ?? Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
