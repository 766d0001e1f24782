import { UserChanged } from '../errors/sign-in.errors.js';
import type { Addition } from './adapter-inputs.js';
import type { CompleteAdapter } from './complete-adapter.js';
import { isUnchanged } from './is-unchanged.js';

/**
 * Stores what gives access to a user, unless the user has changed since the look-up: a proof of the
 * address removes an earlier holder's access, including what that holder is about to store.
 * @param isEntitled - whether the basis of the addition still exists: the session, or the account
 * @throws {UserChanged} when the user has changed: nothing is stored, and the caller looks it up
 * again
 * @throws {AdapterError} when a unique key is taken or the store fails; nothing is stored
 */
export async function addToUser(
  adapter: CompleteAdapter,
  addition: Addition,
  isEntitled: () => Promise<boolean>,
): Promise<void> {
  const isStored = adapter.has('addToUser')
    ? await adapter.addToUser(addition)
    : await addInSteps(adapter, addition, isEntitled);
  if (!isStored) throw new UserChanged('the user has changed since the sign-in began');
}

/**
 * For an adapter without transactions: looks the user up again after the writes, and undoes them if
 * the user has changed. `proveUser` changes the user before it removes access for the last time, so
 * at least one of the two notices the other.
 */
async function addInSteps(
  adapter: CompleteAdapter,
  addition: Addition,
  isEntitled: () => Promise<boolean>,
): Promise<boolean> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    await store(adapter, addition, undo);
    const now = await adapter.getUser(addition.user.id);
    if (isUnchanged(addition.user, now) && (await isEntitled())) return true;
  } catch (thrown) {
    await undoAll(undo);
    // Without its user, a row may violate a foreign key.
    if (await adapter.getUser(addition.user.id)) throw thrown;
    return false;
  }
  await undoAll(undo);
  return false;
}

/** Stores the passkey first: an account without its public key would count as a way to sign in. */
async function store(
  adapter: CompleteAdapter,
  { user: { id: userId }, authenticator, account, session }: Addition,
  undo: (() => Promise<unknown>)[],
): Promise<void> {
  if (authenticator) {
    const { credentialID } = authenticator;
    await adapter.createAuthenticator({ ...authenticator, userId });
    if (adapter.has('deleteAuthenticator'))
      undo.push(() => adapter.deleteAuthenticator(credentialID));
  }
  if (account) {
    const { provider, providerAccountId } = account;
    await adapter.linkAccount({ ...account, userId });
    if (adapter.has('unlinkAccount'))
      undo.push(() => adapter.unlinkAccount({ provider, providerAccountId }));
  }
  if (session) {
    await adapter.createSession({ ...session, userId });
    undo.push(() => adapter.deleteSession(session.sessionToken));
  }
}

async function undoAll(undo: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const step of [...undo].reverse()) await step();
}
