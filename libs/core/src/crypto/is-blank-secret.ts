/**
 * Whether a secret is blank, so that anyone could derive its keys. Untyped code passes undefined if
 * a variable of the environment is missing.
 * @see docs/design/security-bar.md A48
 */
export function isBlankSecret(secret: unknown): boolean {
  return typeof secret !== 'string' || secret.trim() === '';
}
