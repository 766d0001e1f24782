import type { AuthError } from '../../errors/auth.error.js';
import type { AuthConfig } from '../options/auth-config.js';
import { checkSecrets } from '../options/check-secrets.js';

type Secrets = Pick<AuthConfig, 'secret' | 'acceptShortSecret'>;

/** Checks the secret. @see docs/design/decisions.md 4; docs/design/security-bar.md A48, D19 */
export function* checkSecret({ secret, acceptShortSecret }: Secrets): Iterable<AuthError> {
  yield* checkSecrets('secret', secret, acceptShortSecret === true);
}

/** Checks the secret that seals provider tokens. */
export function* checkEncryptionSecret({
  encryptionSecret,
  acceptShortSecret,
}: Pick<AuthConfig, 'encryptionSecret' | 'acceptShortSecret'>): Iterable<AuthError> {
  if (encryptionSecret === undefined) return;
  yield* checkSecrets('encryptionSecret', encryptionSecret, acceptShortSecret === true);
}
