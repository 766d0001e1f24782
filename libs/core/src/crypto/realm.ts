import { hkdfSync } from 'node:crypto';
import { MissingSecret } from '../errors/configuration.errors.js';
import { isBlankSecret } from './is-blank-secret.js';

/** The owner of secrets, tokens and cookies: an instance, a tenant, or both. */
export interface RealmParts {
  /** Name of the instance: the extra `name` of its AuthModule, or the name from its path. */
  readonly instance?: string;
  /** The tenant, as in the option `tenant`. */
  readonly tenant?: string;
}

/**
 * Returns the realm as one string; empty for the unnamed instance without a tenant, whose tokens
 * and cookies have the form of Auth.js. An instance name has no slash, so realms never collide.
 */
export function realmOf({ instance = '', tenant = '' }: RealmParts): string {
  return instance === '' && tenant === '' ? '' : `${instance}/${tenant}`;
}

/**
 * Derives the secret of a realm. A value that is sealed, signed or hashed with it is invalid in
 * other realms, and the original secret cannot be computed from it.
 * @returns 43 characters of base64url; for the empty realm, the secret itself
 * @throws {MissingSecret} for a blank secret
 * @see RFC 5869
 */
export function secretOfRealm(secret: string, realm: string): string {
  if (realm === '') return secret;
  if (isBlankSecret(secret)) throw new MissingSecret('`secret` is empty or blank');
  const key = hkdfSync('sha256', secret, '', `Authnest realm (${realm})`, 32);
  return Buffer.from(key).toString('base64url');
}

/**
 * Returns the secret of a tenant, of a named AuthModule, or of a tenant in a named AuthModule. Pass
 * it to `encode`, `decode`, the `jwt.decode` of another process, or another Auth.js application.
 * @param secret - the option `secret`, or one of its entries
 */
export function realmSecret(secret: string, parts: RealmParts): string {
  return secretOfRealm(secret, realmOf(parts));
}
