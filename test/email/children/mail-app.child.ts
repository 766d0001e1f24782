import { AuthModule, Email } from '@authnest/core';
import { CookieClient } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource } from 'typeorm';
import { respondToMessages } from '../../support/child/respond-to-messages.js';
import { startApp } from '../../support/child/start-app.js';
import { optionsAt } from '../../support/databases.js';

/** The first message, with the options for the application. */
export interface MailAppOptions {
  readonly platform: 'express' | 'fastify';
  readonly databaseUrl: string;
  readonly secret: string;
}

/** Every later message, with links to confirm at the same time, as path and query. */
export interface Confirmations {
  readonly links: readonly string[];
}

/** The response to one link: its status and redirect target. */
export interface Confirmed {
  readonly status: number;
  readonly location: string;
}

const state: { url: string } = { url: '' };

respondToMessages(async (message: MailAppOptions | Confirmations): Promise<unknown> => {
  return 'links' in message ? confirm(message.links) : start(message);
});

async function start({ platform, databaseUrl, secret }: MailAppOptions): Promise<object> {
  const dataSource = await new DataSource(optionsAt(databaseUrl)).initialize();
  const module = AuthModule.forRoot({
    adapter: new TypeOrmAdapter(dataSource),
    secret,
    trustHost: true,
    limits: false,
    logger: { error: () => {}, warn: () => {} },
    providers: [Email({ sendVerificationRequest: () => {} })],
  });
  state.url = await startApp(module, platform);
  return {};
}

/** Confirms each link in a separate browser. All have a CSRF token before the first request. */
async function confirm(links: readonly string[]): Promise<Confirmed[]> {
  const ready = await Promise.all(
    links.map(async (link) => {
      const browser = new CookieClient(state.url);
      const form = { csrfToken: await browser.csrfToken() };
      return () => browser.post(link, { form });
    }),
  );
  const responses = await Promise.all(ready.map((go) => go()));
  return responses.map(({ status, location = '' }) => ({ status, location }));
}
