import { randomBytes } from 'node:crypto';
import { secretBesideDatabase } from './secret-beside-database.js';

const DEFAULT_PORT = 3000;

/** A variable that the example cannot start with; the message says which, and what is expected. */
export class UnfitEnvironment extends Error {}

/**
 * Sets what is missing in the environment, so that `npm start` needs no variable. Your own
 * application sets `AUTH_SECRET`, `AUTH_URL` and the variables of its providers, and has no use for
 * this file.
 * @param env - `PORT` (default 3000), `IDP_PORT` (default `PORT` + 1000), `INBOX_PORT` (default
 * `PORT` + 2000), `SMTP_PORT` (default `INBOX_PORT` + 1), `AUTH_URL` (default
 * `http://localhost:<PORT>`), `AUTH_SECRET` (default: kept beside the database) are read; they,
 * `AUTH_DEMO_*` (the client at the identity provider that is started with the example), `INBOX_URL`
 * and `SMTP_URL` (the inbox that catches its mail) are set
 * @throws {UnfitEnvironment} for a port that is none
 */
export async function fillEnvironment(env: NodeJS.ProcessEnv): Promise<{ port: number }> {
  const port = portFrom(env, 'PORT', DEFAULT_PORT);
  const providerPort = portFrom(env, 'IDP_PORT', port + 1000);
  const inboxPort = portFrom(env, 'INBOX_PORT', port + 2000);
  const smtpPort = portFrom(env, 'SMTP_PORT', inboxPort + 1);

  env['AUTH_URL'] ||= `http://localhost:${port}`;
  env['AUTH_SECRET'] ||= await secretBesideDatabase(env);
  env['AUTH_DEMO_ISSUER'] = `http://127.0.0.1:${providerPort}`;
  env['AUTH_DEMO_ID'] = 'example';
  env['AUTH_DEMO_SECRET'] = randomBytes(32).toString('base64url');
  env['INBOX_URL'] = `http://127.0.0.1:${inboxPort}`;
  env['SMTP_URL'] = `smtp://127.0.0.1:${smtpPort}`;
  return { port };
}

function portFrom(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const port = Number(env[name] || fallback);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new UnfitEnvironment(`${name}: expected a port from 1 to 65535`);
}
