import { AccessDenied } from '../errors/sign-in.errors.js';
import type { CompleteAdapter } from './complete-adapter.js';

/** The most accounts of a user. */
const MOST_ACCOUNTS = 100;

/**
 * Refuses a further account, so that no list of a user's accounts or passkeys grows without end: each
 * passkey has an account. Adapters that cannot list accounts are asked for the passkeys.
 * @throws {AccessDenied} if the user has as many as allowed
 * @see docs/design/security-bar.md ID12
 */
export async function assertRoom(adapter: CompleteAdapter, userId: string): Promise<void> {
  const list = (['listAccountsByUserId', 'listAuthenticatorsByUserId'] as const).find((operation) =>
    adapter.has(operation),
  );
  if (list === undefined || (await adapter[list](userId)).length < MOST_ACCOUNTS) return;
  throw new AccessDenied(`the user already has ${MOST_ACCOUNTS} accounts; unlink one first`);
}
