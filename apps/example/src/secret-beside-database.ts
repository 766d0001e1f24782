import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { dataSourceOptions } from '../../../ormconfig.js';

/**
 * Returns the secret for a development machine. For a SQLite file, it is generated at the first
 * start and stored in the file `auth-secret` next to it, readable only by its owner, so that users stay
 * signed in after a restart. With any other database, each start has a new secret.
 * @returns 43 random characters
 */
export async function secretBesideDatabase(env: NodeJS.ProcessEnv): Promise<string> {
  const { database } = dataSourceOptions(env);
  const secret = randomBytes(32).toString('base64url');
  if (typeof database !== 'string' || database === ':memory:') return secret;

  const file = join(dirname(database), 'auth-secret');
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, secret, { flag: 'wx', mode: 0o600 });
    return secret;
  } catch (error) {
    if (!isAlreadyThere(error)) throw error;
    return (await readFile(file, 'utf8')).trim();
  }
}

function isAlreadyThere(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST';
}
