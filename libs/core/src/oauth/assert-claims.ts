import { AuthError } from '../errors/auth.error.js';

/** Claims in seconds since the epoch; `JSON.parse` turns `1e999` into `Infinity`. */
const TIMES = ['exp', 'iat', 'nbf', 'auth_time'] as const;

/**
 * Checks what the OAuth library does not check in a verified ID token. Refuses times that are not
 * finite, and a token that was issued to another client but names us as its only audience.
 * @see OpenID Connect Core section 2 and 3.1.3.7 (5); RFC 7519 section 2 (NumericDate)
 */
export function assertClaims(claims: Readonly<Record<string, unknown>>, clientId: string): void {
  for (const name of TIMES) {
    const value = claims[name];
    if (value !== undefined && !Number.isFinite(value)) {
      throw new AuthError(`\`${name}\` of the ID token must be a finite number`);
    }
  }
  if (claims['azp'] !== undefined && claims['azp'] !== clientId) {
    throw new AuthError('`azp` of the ID token must be the client id or absent');
  }
}
