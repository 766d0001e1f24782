import { AuthModule } from '@authnest/core';
import { bcrypt, password, Password, passwordTable, scrypt } from '@authnest/password';
import { CookieClient } from '@authnest/testing';
import { authEntities, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource } from 'typeorm';
import { respondToMessages } from '../../support/child/respond-to-messages.js';
import { startApp } from '../../support/child/start-app.js';
import { optionsAt } from '../../support/databases.js';

/** The first message, with the options for the application. */
export interface PasswordChildOptions {
  readonly platform: 'express' | 'fastify';
  readonly databaseUrl: string;
  readonly secret: string;
}

/** What a browser of its own does: it opens a page, if there is one, and sends a form. */
export interface Visit {
  readonly page?: string;
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
}

/** Every later message: all forms are sent at the same time. */
export interface Visits {
  readonly visits: readonly Visit[];
}

/** The response to a form. */
export interface Visited {
  readonly status: number;
  readonly location: string;
}

const state: { url: string } = { url: '' };

respondToMessages(async (message: PasswordChildOptions | Visits): Promise<unknown> => {
  return 'visits' in message ? visit(message.visits) : start(message);
});

async function start({ platform, databaseUrl, secret }: PasswordChildOptions): Promise<object> {
  const entities = authEntities({ with: [passwordTable] });
  const options = { ...optionsAt(databaseUrl), entities: [...entities] };
  const dataSource = await new DataSource(options).initialize();
  const module = AuthModule.forRootAsync({
    features: [password()],
    useFactory: () => ({
      adapter: new TypeOrmAdapter(dataSource),
      secret,
      trustHost: true,
      limits: false as const,
      logger: { error: () => {}, warn: () => {} },
      mailer: () => undefined,
      providers: [Password({ hashing: scrypt({ logN: 8 }), verifies: [bcrypt()] })],
    }),
  });
  state.url = await startApp(module, platform);
  return {};
}

async function visit(visits: readonly Visit[]): Promise<Visited[]> {
  const ready = await Promise.all(
    visits.map(async ({ page, path, form }) => {
      const browser = new CookieClient(state.url);
      if (page !== undefined) await browser.get(page);
      const csrfToken = await browser.csrfToken();
      return () => browser.post(path, { form: { ...form, csrfToken } });
    }),
  );
  const responses = await Promise.all(ready.map((go) => go()));
  return responses.map(({ status, location = '' }) => ({ status, location }));
}
