import { createHash } from 'node:crypto';

/**
 * Returns an id for a row in a table that lacks a unique key. It is the same for the same key, so
 * that the primary key accepts only one of two parallel rows.
 * @returns a UUID in the form of version 5, from SHA-256 over the values; MariaDB does not accept
 * every UUID of version 8. @see RFC 9562, 5.5
 */
export function idOfKey(values: Readonly<Record<string, unknown>>, key: readonly string[]): string {
  const parts = JSON.stringify(key.map((property) => values[property]));
  const hex = createHash('sha256').update(parts).digest('hex');
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...groups, hex.slice(20, 32)].join('-');
}
