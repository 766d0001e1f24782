import { secretOfRealm } from './realm.js';

/** Secrets, newest first. The first one is used for writing, all of them for reading. */
export type Secrets = readonly [string, ...string[]];

/** Derives the secrets of a realm, newest first. @param secret - as configured: one, or a list */
export function realmSecrets(
  secret: string | readonly string[] | undefined,
  realm: string,
): Secrets {
  const list = typeof secret === 'string' ? [secret] : (secret ?? []);
  const [first = '', ...rest] = list.map((one) => secretOfRealm(one, realm));
  return Object.freeze([first, ...rest] as const);
}
