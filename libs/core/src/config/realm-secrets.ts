import { secretOfRealm } from '../crypto/realm.js';
import type { Secrets } from './resolved-auth-config.js';

/** Derives the secrets of a realm, newest first. @param secret - as configured: one, or a list */
export function realmSecrets(
  secret: string | readonly string[] | undefined,
  realm: string,
): Secrets {
  const list = typeof secret === 'string' ? [secret] : (secret ?? []);
  const [first = '', ...rest] = list.map((one) => secretOfRealm(one, realm));
  return Object.freeze([first, ...rest] as const);
}
