import { mailSubject, normalizeEmail } from '@authnest/core/feature';

/** Who registers, until the mailbox is proven. It is sealed in the store. */
export interface Registering {
  /** Normalized. */
  readonly email: string;
  /** Of the password that was typed; absent for somebody who was invited. */
  readonly hash?: string;
  /** As typed into the `fields`: their schema is applied when the user is stored. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Who sets a new password. It is sealed in the store. */
export interface Resetting {
  /** Normalized. */
  readonly email: string;
  /** Id of the user; null for an address without one, to which nothing was mailed. */
  readonly userId: string | null;
}

/**
 * Returns whom links to set a password are about.
 * @param address - as typed, or as stored: of a user without one, a database returns null
 */
export function resetSubject(address: string | null): string {
  return mailSubject(normalizeEmail(address) ?? address ?? '');
}
