import type { AuthError } from '../errors/auth.error.js';
import type { AuthConfig } from '../options/auth-config.js';
import { checkSecrets } from '../options/secret-test.js';

type Secrets = Pick<AuthConfig, 'secret' | 'acceptShortSecret'>;

/** @see docs/design/decisions.md 4; docs/design/security-bar.md A48, D19 */
export function* checkSecret({ secret, acceptShortSecret }: Secrets): Iterable<AuthError> {
  yield* checkSecrets('secret', secret, acceptShortSecret === true);
}

/** The same for the separate secret of stateless sessions. */
export function* checkJwtSecret({
  jwt,
  acceptShortSecret,
}: Pick<AuthConfig, 'jwt' | 'acceptShortSecret'>): Iterable<AuthError> {
  if (jwt?.secret === undefined) return;
  yield* checkSecrets('jwt.secret', jwt.secret, acceptShortSecret === true);
}

/** The same for the secret that seals the tokens of providers. */
export function* checkEncryptionSecret({
  encryptionSecret,
  acceptShortSecret,
}: Pick<AuthConfig, 'encryptionSecret' | 'acceptShortSecret'>): Iterable<AuthError> {
  if (encryptionSecret === undefined) return;
  yield* checkSecrets('encryptionSecret', encryptionSecret, acceptShortSecret === true);
}
