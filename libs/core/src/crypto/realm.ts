import { hkdfSync } from 'node:crypto';
import { MissingSecret } from '../errors/configuration.errors.js';

/** Whose secrets, tokens and cookies something is: those of an instance, of a tenant, or of both. */
export interface RealmParts {
  /** Name of the instance: the extra `name` of its AuthModule, or what its path gives. */
  readonly instance?: string;
  /** As the option `tenant`. */
  readonly tenant?: string;
}

/**
 * The realm as one string; empty for the unnamed instance without a tenant, whose tokens and cookies
 * have the form of Auth.js. The name of an instance has no slash, so no two realms are spelled alike.
 */
export function realmOf({ instance = '', tenant = '' }: RealmParts): string {
  return instance === '' && tenant === '' ? '' : `${instance}/${tenant}`;
}

/**
 * The secret that a realm has to itself. Whatever is sealed, signed or hashed with it is worth nothing
 * in another realm, and it does not lead back to the secret that it is derived from.
 * @returns 43 characters of base64url; the secret as it is in the empty realm
 * @throws {MissingSecret} for a blank one: everybody could derive its keys
 * @see RFC 5869
 */
export function secretOfRealm(secret: string, realm: string): string {
  if (realm === '') return secret;
  if (secret.trim() === '') throw new MissingSecret('`secret` is empty or blank');
  const key = hkdfSync('sha256', secret, '', `Authnest realm (${realm})`, 32);
  return Buffer.from(key).toString('base64url');
}

/**
 * The secret of one tenant, of one named AuthModule, or of one tenant of it: what `encode` and
 * `decode`, `jwt.decode` of another process, or an Auth.js application beside it takes.
 * @param secret - the option `secret`, or one entry of it
 */
export function realmSecret(secret: string, parts: RealmParts): string {
  return secretOfRealm(secret, realmOf(parts));
}
