import type { AdapterAccount, AdapterAuthenticator } from '../adapter/adapter-rows.js';
import { isOnlyWayIn, type WaysOf } from './is-only-way-in.js';

/**
 * Removes a passkey and its account, unless it is the user's only remaining way to sign in. It
 * checks again afterwards: the later of two concurrent removals sees the effect of both, and undoes
 * its own.
 * @param providerIds - ids of the WebAuthn providers
 * @returns whether the passkey was removed
 */
export async function removePasskey(
  asker: WaysOf,
  passkey: AdapterAuthenticator,
  providerIds: readonly string[],
): Promise<boolean> {
  const { adapter } = asker;
  const { credentialID, providerAccountId } = passkey;
  if (await isOnlyWayIn(asker, providerAccountId)) return false;
  const accounts = await accountsOf(asker, providerAccountId, providerIds);
  // The public key is deleted first: without it, the account cannot be used to sign in.
  await adapter.deleteAuthenticator(credentialID);
  for (const { provider } of accounts) {
    await adapter.unlinkAccount({ provider, providerAccountId });
  }
  if (!(await isOnlyWayIn(asker, providerAccountId))) return true;
  await adapter.createAuthenticator(passkey);
  for (const account of accounts) await adapter.linkAccount(account);
  return false;
}

async function accountsOf(
  { adapter }: WaysOf,
  providerAccountId: string,
  providerIds: readonly string[],
): Promise<AdapterAccount[]> {
  const found: AdapterAccount[] = [];
  for (const provider of providerIds) {
    const account = await adapter.getAccount(providerAccountId, provider);
    if (account) found.push(account);
  }
  return found;
}
