import { AuthError } from '../errors/auth.error.js';

/** Claims that a refreshed ID token must share with the stored one. */
const SAME = ['iss', 'sub'] as const;

/**
 * Refuses a refreshed ID token for another user. The OAuth library does not have the stored token.
 * @param stored - the claims of the stored ID token, which was verified when it was received
 * @throws {AuthError} when a claim differs; the message names it
 * @see OpenID Connect Core section 12.2
 */
export function assertSameIdentity(
  claims: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>>,
): void {
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
