import { decodeJwt } from 'jose/jwt/decode';
import { AuthError } from '../errors/auth.error.js';

/** Claims that a refreshed ID token must share with the stored one. */
const SAME = ['iss', 'sub'] as const;

/**
 * Refuses a refreshed ID token of another person. The OAuth library does not know the stored one.
 * @param before - the stored ID token, which was verified when it was received
 * @throws {AuthError} naming the claim
 * @see OpenID Connect Core section 12.2
 */
export function assertSameIdentity(
  claims: Readonly<Record<string, unknown>>,
  before: string,
): void {
  const stored: Readonly<Record<string, unknown>> = decodeJwt(before);
  for (const name of SAME) {
    if (claims[name] !== stored[name]) {
      throw new AuthError(
        `\`${name}\` of the refreshed ID token differs from that of the stored one`,
      );
    }
  }
  if (claims['nonce'] !== undefined && claims['nonce'] !== stored['nonce']) {
    throw new AuthError('`nonce` of the refreshed ID token differs from that of the stored one');
  }
}
