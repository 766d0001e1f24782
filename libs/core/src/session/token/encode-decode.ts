import { randomUUID } from 'node:crypto';
import type { JWTDecodeParams, JWTEncodeParams } from '../../config/options/jwt.js';
import { isBlankSecret } from '../../crypto/is-blank-secret.js';
import { Keyring } from '../../crypto/keyring.js';
import { openJwe } from '../../crypto/open-jwe.js';
import { sealJwe } from '../../crypto/seal-jwe.js';
import { isCurrent } from '../../crypto/token-times.js';
import { MissingSecret } from '../../errors/configuration.errors.js';
import { JWTSessionError } from '../../errors/internal.errors.js';
import type { JWT } from '../../model/jwt.js';

const THIRTY_DAYS = 30 * 24 * 60 * 60;

/**
 * Issues a session token, as the module does.
 * @throws {MissingSecret} if there is no secret, or if a secret is blank
 * @see docs/design/wire-contract.md JWT-1 to JWT-6
 */
export async function encode({
  token = {},
  secret,
  salt,
  maxAge = THIRTY_DAYS,
}: JWTEncodeParams): Promise<string> {
  return sealJwe({ ...token, jti: randomUUID() }, new Keyring(secretsOf(secret), salt), maxAge);
}

/**
 * Opens a session token, as the module does.
 * @returns null if there is no token
 * @throws {MissingSecret} if there is no secret, or if a secret is blank
 * @throws {JWTSessionError} if none of the secrets opens the token with this salt, or it is too old
 * @see docs/design/wire-contract.md JWT-7, JWT-8
 */
export async function decode({ token, secret, salt }: JWTDecodeParams): Promise<JWT | null> {
  if (!token) return null;
  const opened = openJwe(token, new Keyring(secretsOf(secret), salt));
  if (!opened || !isCurrent(opened.claims, Math.floor(Date.now() / 1000))) {
    throw new JWTSessionError('the token is not valid');
  }
  return opened.claims;
}

function secretsOf(secret: string | string[]): string[] {
  const secrets = [secret].flat();
  if (secrets.length === 0 || secrets.some(isBlankSecret)) {
    throw new MissingSecret('`secret` is missing, or contains a blank entry');
  }
  return secrets;
}
