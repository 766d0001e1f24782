import { AuthError } from '@authnest/core';

/**
 * Returns the id of an account as a string. If one part does not identify a person, it consists of
 * several. A missing part makes the id missing, so that the sign-in is refused: a generated id
 * would be a new account each time.
 * @throws {AuthError} for anything but strings and safe integers: JSON numbers beyond 2^53 are rounded,
 * and two people would share one account
 */
export function accountId(...parts: readonly unknown[]): string | undefined {
  if (parts.some((part) => part === null || part === undefined)) return undefined;
  if (!parts.every(isUsable)) {
    throw new AuthError('the id of the profile must be a string or a safe integer');
  }
  // Encoded, so that `a:b` and `c` differ from `a` and `b:c`.
  return parts.length === 1 ? String(parts[0]) : parts.map(encodePart).join(':');
}

function isUsable(part: unknown): part is string | number {
  return typeof part === 'string' ? part.trim() !== '' : Number.isSafeInteger(part);
}

function encodePart(part: unknown): string {
  return encodeURIComponent(String(part));
}
