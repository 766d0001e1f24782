import { AuthError } from '@authnest/core';

/**
 * Returns the id of an account as a string, composed of several parts if one alone is not unique.
 * @returns undefined if a part is missing, so that the sign-in is refused: a generated id would
 * create a new account at each sign-in
 * @throws {AuthError} if a part is neither a string nor a safe integer: JSON numbers beyond 2^53
 * are rounded, so that two users could share one account
 */
export function accountId(...parts: readonly unknown[]): string | undefined {
  if (parts.some((part) => part === null || part === undefined)) return undefined;
  if (!parts.every(isUsable)) {
    throw new AuthError('the id of the profile must be a string or a safe integer');
  }
  // Encoded, so that the ids of (`a:b`, `c`) and (`a`, `b:c`) differ.
  return parts.length === 1 ? String(parts[0]) : parts.map(encodePart).join(':');
}

function isUsable(part: unknown): part is string | number {
  return typeof part === 'string' ? part.trim() !== '' : Number.isSafeInteger(part);
}

function encodePart(part: unknown): string {
  return encodeURIComponent(String(part));
}
