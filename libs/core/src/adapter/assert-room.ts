import { AccessDenied } from '../errors/sign-in.errors.js';
import type { CompleteAdapter } from './complete-adapter.js';

/** The most accounts of a user. */
const MOST_ACCOUNTS = 100;

/**
 * Refuses a further account, so that no list of a user's accounts or passkeys grows without end: each
 * passkey has an account. An adapter that cannot list accounts is asked for the passkeys when one is
 * added; for other accounts it need not have a table of passkeys.
 * @throws {AccessDenied} if the user has as many as allowed
 * @see docs/design/security-bar.md ID12
 */
export async function assertRoom(
  adapter: CompleteAdapter,
  { userId, kind }: { userId: string; kind: 'account' | 'passkey' },
): Promise<void> {
  const lists = ['listAccountsByUserId', 'listAuthenticatorsByUserId'] as const;
  const list = lists.slice(0, kind === 'passkey' ? 2 : 1).find((one) => adapter.has(one));
  if (list === undefined || (await adapter[list](userId)).length < MOST_ACCOUNTS) return;
  throw new AccessDenied(`the user already has ${MOST_ACCOUNTS} accounts; unlink one first`);
}
