import type { VerifiedIdentity } from '../../feature-port/verified-identity.js';

/**
 * When the provider has verified the user, in milliseconds: a silent sign-in there is not fresh.
 * @see OpenID Connect Core section 2
 */
export function provenAt({ claims }: VerifiedIdentity): number | undefined {
  const time = claims?.['auth_time'];
  return typeof time === 'number' && time > 0 ? time * 1000 : undefined;
}
