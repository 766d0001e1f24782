import { randomBytes } from 'node:crypto';
import { secretBesideDatabase } from './secret-beside-database.js';

const DEFAULT_PORT = 3000;

/**
 * Sets what is missing in the environment, so that `npm start` needs no variable. Your own
 * application sets `AUTH_SECRET`, `AUTH_URL` and the variables of its providers, and has no use for
 * this file.
 * @param env - `PORT` (default 3000), `IDP_PORT` (default `PORT` + 1000), `AUTH_URL` (default
 * `http://localhost:<PORT>`), `AUTH_SECRET` (default: kept beside the database) are read; they and
 * `AUTH_DEMO_*`, the client at the identity provider that is started with the example, are set
 * @throws {Error} for a port that is none
 */
export async function fillEnvironment(env: NodeJS.ProcessEnv): Promise<{ port: number }> {
  const port = portFrom(env, 'PORT', DEFAULT_PORT);
  const providerPort = portFrom(env, 'IDP_PORT', port + 1000);

  env['AUTH_URL'] ||= `http://localhost:${port}`;
  env['AUTH_SECRET'] ||= await secretBesideDatabase(env);
  env['AUTH_DEMO_ISSUER'] = `http://127.0.0.1:${providerPort}`;
  env['AUTH_DEMO_ID'] = 'example';
  env['AUTH_DEMO_SECRET'] = randomBytes(32).toString('base64url');
  return { port };
}

function portFrom(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const port = Number(env[name] || fallback);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`${name}: expected a port from 1 to 65535`);
}
