import { randomBytes } from 'node:crypto';
import { secretBesideDatabase } from './secret-beside-database.js';

const DEFAULT_PORT = 3000;

/** An invalid environment variable; the message contains its name and the expected value. */
export class UnfitEnvironment extends Error {}

/**
 * Sets missing environment variables, so that `npm start` works without any. In your own
 * application, set `AUTH_SECRET`, `AUTH_URL` and the variables of its providers instead.
 * @param env - these of its variables are used: `PORT` (default 3000), `AUTH_URL` (default
 * `http://localhost:<PORT>`) and `AUTH_SECRET` (default: generated, and stored next to a SQLite
 * file). If `AUTH_DEMO_ISSUER` is not set, the plan includes an identity provider on `IDP_PORT`
 * (default `PORT` + 1000), and the variables of its client are set. If `SMTP_URL` is not set, the
 * plan includes a mail inbox on `INBOX_PORT` (default `PORT` + 2000) and `SMTP_PORT` (default
 * `INBOX_PORT` + 1), and a React page of another origin on `PAGES_PORT` (default `PORT` + 1)
 * @throws {UnfitEnvironment} if a port is invalid
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
    env['PAGES_URL'] ||= `http://localhost:${portFrom(env, 'PAGES_PORT', port + 1)}`;
  }
  const startsInbox = !env['SMTP_URL'];
  if (startsInbox) {
    const inboxPort = portFrom(env, 'INBOX_PORT', port + 2000);
    env['INBOX_URL'] = `http://127.0.0.1:${inboxPort}`;
    env['SMTP_URL'] = `smtp://127.0.0.1:${portFrom(env, 'SMTP_PORT', inboxPort + 1)}`;
  }
  return { port, startsProvider, startsInbox, isBehindBalancer: !startsProvider };
}

/** The servers to start together with the example. */
export interface StartPlan {
  readonly port: number;
  /** False if `AUTH_DEMO_ISSUER` is set, as for several instances that share one provider. */
  readonly startsProvider: boolean;
  readonly startsInbox: boolean;
  /** Whether a load balancer forwards requests to this instance. */
  readonly isBehindBalancer: boolean;
}

function portFrom(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const port = Number(env[name] || fallback);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new UnfitEnvironment(`${name}: expected a port from 1 to 65535`);
}
