import { MissingSecret } from '../../errors/configuration.errors.js';
import type { AuthError } from '../../errors/auth.error.js';

const MINIMUM = 32;
const remedyOf = (option: string): string =>
  `generate one with \`openssl rand -base64 33\` and set ${option === 'encryptionSecret' ? 'AUTH_ENCRYPTION_SECRET' : 'AUTH_SECRET'}`;

/** Secrets that appear in documentation, and so are known to everyone. */
const PUBLISHED: ReadonlySet<string> = new Set([
  'test-secret-0123456789abcdef0123456789abcdef',
  'replace-me-with-32-random-characters',
]);

/** Checks a secret or a list of secrets. @param option - name of the option in messages */
export function* checkSecrets(
  option: string,
  value: string | readonly unknown[] | undefined,
  acceptShort: boolean,
): Iterable<AuthError> {
  const remedy = remedyOf(option);
  const secrets: readonly unknown[] = typeof value === 'string' ? [value] : (value ?? []);
  if (secrets.length === 0) {
    yield new MissingSecret(`${option}: is missing; ${remedy}`);
    return;
  }
  for (const secret of secrets) {
    if (typeof secret !== 'string' || secret.trim() === '') {
      yield new MissingSecret(`${option}: contains an empty or blank entry; ${remedy}`);
    } else if (secret.length < MINIMUM && !acceptShort) {
      yield new MissingSecret(
        `${option}: is shorter than ${MINIMUM} characters; ${remedy}, or set \`acceptShortSecret: true\` to keep the short secret of an existing installation`,
      );
    }
  }
  if (new Set(secrets).size < secrets.length) {
    yield new MissingSecret(`${option}: contains the same entry twice; remove one of them`);
  }
}

/** Returns the codes of warnings, which do not prevent the start. */
export function secretWarnings(secrets: readonly string[]): string[] {
  const warnings: string[] = [];
  if (secrets.some((secret) => secret.length < MINIMUM)) warnings.push('short-secret');
  if (secrets.some((secret) => PUBLISHED.has(secret))) warnings.push('published-secret');
  if (secrets.some((secret) => /^\s|\s$/.test(secret))) warnings.push('padded-secret');
  return warnings;
}
