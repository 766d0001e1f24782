import { addToUser } from '../../adapter/add-to-user.js';
import type { AdapterUser } from '../../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../../adapter/complete-adapter.js';
import type { Account } from '../../model/account.js';
import type { SessionDraft } from '../strategy/session-strategy.port.js';

/** A new session of a stored user. */
interface OpenedSession {
  readonly user: AdapterUser;
  /** The account that was used to sign in. */
  readonly account: Account;
  readonly row: SessionDraft['row'];
}

/**
 * Stores a database session, unless the user has changed since the look-up. A user with a proven
 * address needs no check if the adapter has `addToUser`: the address stays proven, such an
 * adapter proves it and removes earlier access in one step, and a session is compared with the end of
 * access whenever it is read.
 * @throws {UserChanged} if the user has changed; nothing is stored
 */
export async function insertSession(
  adapter: CompleteAdapter,
  { user, account, row }: OpenedSession,
): Promise<void> {
  if (user.emailVerified && adapter.has('addToUser')) {
    await adapter.createSession({ ...row, userId: user.id });
    return;
  }
  await addToUser(adapter, { user, session: row }, () => isStillOf(adapter, account, user));
}

/** Whether the account still belongs to the user. Credentials and email links store no account. */
async function isStillOf(
  adapter: CompleteAdapter,
  { type, provider, providerAccountId }: Account,
  { id }: AdapterUser,
): Promise<boolean> {
  if (type === 'credentials' || type === 'email') return true;
  const owner = await adapter.getUserByAccount({ provider, providerAccountId });
  return owner?.id === id;
}
