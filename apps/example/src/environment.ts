import { randomBytes } from 'node:crypto';
import { secretBesideDatabase } from './secret-beside-database.js';

const DEFAULT_PORT = 3000;

/** A variable that prevents the start; the message names it and what is expected. */
export class UnfitEnvironment extends Error {}

/**
 * Sets what is missing in the environment, so that `npm start` needs no variable. Your own
 * application sets `AUTH_SECRET`, `AUTH_URL` and the variables of its providers, and has no use for
 * this file.
 * @param env - `PORT` (default 3000), `AUTH_URL` (default `http://localhost:<PORT>`) and
 * `AUTH_SECRET` (default: kept beside the database) are read. Without `AUTH_DEMO_ISSUER` an identity
 * provider is started at `IDP_PORT` (default `PORT` + 1000), and its client set; without `SMTP_URL` an
 * inbox that catches mail at `INBOX_PORT` (default `PORT` + 2000) and `SMTP_PORT` (default
 * `INBOX_PORT` + 1)
 * @throws {UnfitEnvironment} for an invalid port
 */
export async function fillEnvironment(env: NodeJS.ProcessEnv): Promise<StartPlan> {
  const port = portFrom(env, 'PORT', DEFAULT_PORT);
  env['AUTH_URL'] ||= `http://localhost:${port}`;
  env['AUTH_SECRET'] ||= await secretBesideDatabase(env);
  const startsProvider = !env['AUTH_DEMO_ISSUER'];
  if (startsProvider) {
    env['AUTH_DEMO_ISSUER'] = `http://127.0.0.1:${portFrom(env, 'IDP_PORT', port + 1000)}`;
    env['AUTH_DEMO_ID'] = 'example';
    env['AUTH_DEMO_SECRET'] = randomBytes(32).toString('base64url');
  }
  const startsInbox = !env['SMTP_URL'];
  if (startsInbox) {
    const inboxPort = portFrom(env, 'INBOX_PORT', port + 2000);
    env['INBOX_URL'] = `http://127.0.0.1:${inboxPort}`;
    env['SMTP_URL'] = `smtp://127.0.0.1:${portFrom(env, 'SMTP_PORT', inboxPort + 1)}`;
  }
  return { port, startsProvider, startsInbox, isBehindBalancer: !startsProvider };
}

/** The servers that start with the example. */
export interface StartPlan {
  readonly port: number;
  /** False for one of several copies, which share an identity provider and an inbox. */
  readonly startsProvider: boolean;
  readonly startsInbox: boolean;
  /** Whether another server passes requests on to this copy. */
  readonly isBehindBalancer: boolean;
}

function portFrom(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const port = Number(env[name] || fallback);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new UnfitEnvironment(`${name}: expected a port from 1 to 65535`);
}
