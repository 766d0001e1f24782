import { AuthModule, OIDC } from '@authnest/core';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, type Logger } from 'typeorm';
import { respondToMessages } from '../../support/child/respond-to-messages.js';
import { startApp } from '../../support/child/start-app.js';
import { optionsAt } from '../../support/databases.js';

/** Options for the application. */
export interface SignInApp {
  readonly platform: 'express' | 'fastify';
  readonly databaseUrl: string;
  readonly issuer: string;
  readonly clientSecret: string;
  readonly secret: string;
  /** The process dies right before it sends a statement that starts with this string. */
  readonly dieBefore?: string;
}

/** Ends the process as `kill -9` does: nothing is rolled back, closed or reported. */
class Reaper implements Logger {
  constructor(private readonly dieBefore: string | undefined) {}

  logQuery(query: string): void {
    if (this.dieBefore && query.startsWith(this.dieBefore)) process.kill(process.pid, 'SIGKILL');
  }

  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}

respondToMessages(async (options: SignInApp): Promise<{ url: string }> => {
  const { platform, databaseUrl, issuer, clientSecret, secret, dieBefore } = options;
  const logger = new Reaper(dieBefore);
  const dataSource = new DataSource({ ...optionsAt(databaseUrl), logger, logging: true });
  await dataSource.initialize();
  const provider = (id: string) =>
    OIDC({ id, name: id, issuer, clientId: `client-${id}`, clientSecret });
  const module = AuthModule.forRoot({
    adapter: new TypeOrmAdapter(dataSource),
    secret,
    trustHost: true,
    providers: [provider('idp'), provider('idp2')],
  });
  return { url: await startApp(module, platform) };
});
