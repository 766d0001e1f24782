import type { AdapterAccount, AdapterAuthenticator } from '../adapter/adapter-rows.js';
import { addToUser } from '../adapter/add-to-user.js';
import { UserChanged } from '../errors/sign-in.errors.js';
import { isOnlyWayIn, type WaysOf } from './is-only-way-in.js';

/** Whose passkey is removed. */
interface Remover extends WaysOf {
  /** Ids of the WebAuthn providers. */
  readonly providerIds: readonly string[];
}

/**
 * Removes a passkey and its account, unless it is the user's only remaining way to sign in. It
 * checks again afterwards: the later of two concurrent removals sees the effect of both, and undoes
 * its own.
 * @returns whether the passkey was removed
 */
export async function removePasskey(
  asker: Remover,
  passkey: AdapterAuthenticator,
): Promise<boolean> {
  const { adapter } = asker;
  const { credentialID, providerAccountId } = passkey;
  if (await isOnlyWayIn(asker, providerAccountId)) return false;
  const accounts = await accountsOf(asker, providerAccountId);
  // The public key is deleted first: without it, the account cannot be used to sign in.
  await adapter.deleteAuthenticator(credentialID);
  for (const { provider } of accounts) {
    await adapter.unlinkAccount({ provider, providerAccountId });
  }
  if (!(await isOnlyWayIn(asker, providerAccountId))) return true;
  return !(await restore(asker, passkey, accounts));
}

/**
 * Restores a passkey that was removed just now. It was there before, so whether the session still
 * exists does not matter: the user would be left without a way to sign in.
 * @returns false if the user has changed: access that was removed then must not be restored
 */
async function restore(
  { adapter, user }: Remover,
  authenticator: AdapterAuthenticator,
  [account, ...others]: readonly AdapterAccount[],
): Promise<boolean> {
  const isEntitled = () => Promise.resolve(true);
  try {
    await addToUser(adapter, { user, authenticator, account }, isEntitled);
    for (const other of others) await addToUser(adapter, { user, account: other }, isEntitled);
    return true;
  } catch (thrown) {
    if (thrown instanceof UserChanged) return false;
    throw thrown;
  }
}

async function accountsOf(
  { adapter, providerIds }: Remover,
  providerAccountId: string,
): Promise<AdapterAccount[]> {
  const found: AdapterAccount[] = [];
  for (const provider of providerIds) {
    const account = await adapter.getAccount(providerAccountId, provider);
    if (account) found.push(account);
  }
  return found;
}
