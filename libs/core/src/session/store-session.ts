import { addToUser } from '../adapter/add-to-user.js';
import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { Account } from '../model/account.js';
import type { SessionDraft } from './session-strategy.port.js';

/** A session of somebody who is there. */
interface OpenedSession {
  readonly user: AdapterUser;
  /** What signed in. */
  readonly account: Account;
  readonly row: SessionDraft['row'];
}

/**
 * Stores a database session, unless the user has changed since the look-up. A proof is never taken
 * back, so where it comes with all removals at once, a proven user needs no second look.
 * @throws {UserChanged} and nothing is stored
 */
export async function storeSession(
  adapter: CompleteAdapter,
  { user, account, row }: OpenedSession,
): Promise<void> {
  if (user.emailVerified && adapter.has('addToUser')) {
    await adapter.createSession({ ...row, userId: user.id });
    return;
  }
  await addToUser(adapter, { user, session: row }, () => isStillOf(adapter, account, user));
}

/** An address is part of the user, and a password is the application's to judge. */
async function isStillOf(
  adapter: CompleteAdapter,
  { type, provider, providerAccountId }: Account,
  { id }: AdapterUser,
): Promise<boolean> {
  if (type === 'credentials' || type === 'email') return true;
  const owner = await adapter.getUserByAccount({ provider, providerAccountId });
  return owner?.id === id;
}
