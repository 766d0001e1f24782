import { appendFileSync } from 'node:fs';
import { AuthModule, Email } from '@authnest/core';
import { password, Password, passwordTable, scrypt } from '@authnest/password';
import { CookieClient } from '@authnest/testing';
import { authEntities, TypeOrmAdapter, TypeOrmSessionRegistry } from '@authnest/typeorm';
import { DataSource } from 'typeorm';
import { Trigger } from '../../support/breaker.js';
import { respondToMessages } from '../../support/child/respond-to-messages.js';
import { startApp } from '../../support/child/start-app.js';
import { optionsAt } from '../../support/databases.js';

/** What to delete, and when the process dies. */
export interface DeletionToKill {
  readonly databaseUrl: string;
  readonly secret: string;
  readonly strategy: 'database' | 'jwt';
  /** Of a browser whose user is signed in. */
  readonly cookies: readonly (readonly [name: string, value: string])[];
  readonly form: Readonly<Record<string, string>>;
  /** The number, from 1, of the change right before which the process dies. */
  readonly dieBefore: number;
  /** A file that gets a line for each event. */
  readonly events: string;
}

/** The deletion whose process was not killed. @returns the status of the response */
respondToMessages(async (deletion: DeletionToKill): Promise<number> => {
  const { databaseUrl, secret, strategy, cookies, form, dieBefore, events } = deletion;
  // As with `kill -9`, nothing is rolled back, closed or reported.
  const logger = new Trigger(() => process.kill(process.pid, 'SIGKILL'));
  const entities = authEntities({ with: [passwordTable, 'sessionRegistry'] });
  const dataSource = await new DataSource({
    ...optionsAt(databaseUrl),
    entities: [...entities],
    logger,
    logging: true,
  }).initialize();
  const revocation = new TypeOrmSessionRegistry(dataSource);
  const module = AuthModule.forRootAsync({
    features: [password()],
    useFactory: () => ({
      adapter: new TypeOrmAdapter(dataSource),
      secret,
      trustHost: true,
      session: { strategy, ...(strategy === 'jwt' && { revocation }) },
      account: { changeEmail: true as const, deletion: true as const },
      limits: false as const,
      logger: { error: () => {}, warn: () => {} },
      mailer: () => undefined,
      events: { deleteUser: ({ user }) => appendFileSync(events, `${user.id}\n`) },
      providers: [
        Password({ hashing: scrypt({ logN: 8 }) }),
        Email({ from: 'a@app.example', sendVerificationRequest: () => undefined }),
      ],
    }),
  });
  const browser = new CookieClient(await startApp(module, 'express'));
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  logger.beforeChange(dieBefore);
  return (await browser.post('/auth/account/delete', { form })).status;
});
