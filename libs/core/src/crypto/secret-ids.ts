import { hkdfSync } from 'node:crypto';

/**
 * Returns an id for each secret, from which the secret cannot be computed.
 * @returns 16 characters of base64url each
 * @see RFC 5869
 */
export function secretIds(secrets: readonly string[]): readonly string[] {
  return secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'Authnest store', 12)).toString('base64url'),
  );
}
