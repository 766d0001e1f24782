import { addToUser } from '../adapter/add-to-user.js';
import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { Account } from '../model/account.js';
import type { SessionDraft } from './session-strategy.port.js';

/** A session of a stored user. */
interface OpenedSession {
  readonly user: AdapterUser;
  /** The account that signed in. */
  readonly account: Account;
  readonly row: SessionDraft['row'];
}

/**
 * Stores a database session, unless the user has changed since the look-up. A proven address
 * stays proven. An adapter with `addToUser` proves it and removes what came before in one step, so
 * there a proven user needs no second check.
 * @throws {UserChanged} when the user has changed; nothing is stored
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

/** An email address is part of the user, and the application itself checks passwords. */
async function isStillOf(
  adapter: CompleteAdapter,
  { type, provider, providerAccountId }: Account,
  { id }: AdapterUser,
): Promise<boolean> {
  if (type === 'credentials' || type === 'email') return true;
  const owner = await adapter.getUserByAccount({ provider, providerAccountId });
  return owner?.id === id;
}
