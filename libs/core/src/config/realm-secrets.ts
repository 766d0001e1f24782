import { secretOfRealm } from '../crypto/realm.js';
import type { Secrets } from './resolved-auth-config.js';

/** The configured secrets for one realm, newest first. @param secret - one, or a list */
export function realmSecrets(
  secret: string | readonly string[] | undefined,
  realm: string,
): Secrets {
  const list = typeof secret === 'string' ? [secret] : (secret ?? []);
  const [first = '', ...rest] = list.map((one) => secretOfRealm(one, realm));
  return Object.freeze([first, ...rest] as const);
}
