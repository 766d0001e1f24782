import { CallbackRouteError } from '../errors/internal.errors.js';
import type { AuthorizedUser } from '../provider/credentials-provider.js';

const TEXTS = ['name', 'email', 'image'] as const;

/**
 * Checks the fields of a user from `authorize`, which may originate from user input: an object in
 * place of a string would reach the token, the page and code that reads the session.
 * @throws {CallbackRouteError} for anything other than a string, null or undefined
 * @see docs/design/security-bar.md A53
 */
export function assertTexts(user: AuthorizedUser, provider: string): void {
  for (const field of TEXTS) {
    const value: unknown = user[field];
    if (value === undefined || value === null || typeof value === 'string') continue;
    throw new CallbackRouteError(`authorize must return a string for \`${field}\``, { provider });
  }
}
