import { hash } from 'node:crypto';
import type { AdapterAccount, AdapterAuthenticator } from '../../../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../../../adapter/complete-adapter.js';

/** Accounts and passkeys of a user. The account of an email provider belongs to the address. */
interface Stored {
  readonly accounts: readonly AdapterAccount[];
  readonly passkeys: readonly AdapterAuthenticator[];
}

/** Returns marks of the accounts and passkeys that a user has, to compare them later. */
export async function markWays(adapter: CompleteAdapter, userId: string): Promise<string[]> {
  const { accounts, passkeys } = await storedOf(adapter, userId);
  return [...accounts.map(markOfAccount), ...passkeys.map(markOfPasskey)];
}

/**
 * Removes the accounts and passkeys that were added since: the person who changed the address may
 * have added them.
 * @param marks - as {@link markWays} returned them
 * @returns whether there were any
 */
export async function removeAdded(
  adapter: CompleteAdapter,
  userId: string,
  marks: readonly string[],
): Promise<boolean> {
  const { accounts, passkeys } = await storedOf(adapter, userId);
  let isAny = false;
  // First, since without its public key nobody signs in with a passkey.
  for (const passkey of passkeys) {
    if (marks.includes(markOfPasskey(passkey)) || !adapter.has('deleteAuthenticator')) continue;
    await adapter.deleteAuthenticator(passkey.credentialID);
    isAny = true;
  }
  for (const account of accounts) {
    if (marks.includes(markOfAccount(account)) || !adapter.has('unlinkAccount')) continue;
    const { provider, providerAccountId } = account;
    await adapter.unlinkAccount({ provider, providerAccountId });
    isAny = true;
  }
  return isAny;
}

async function storedOf(adapter: CompleteAdapter, userId: string): Promise<Stored> {
  const accounts = adapter.has('listAccountsByUserId')
    ? await adapter.listAccountsByUserId(userId)
    : [];
  const passkeys = adapter.has('listAuthenticatorsByUserId')
    ? await adapter.listAuthenticatorsByUserId(userId)
    : [];
  return { accounts: accounts.filter(({ type }) => type !== 'email'), passkeys };
}

function markOfAccount({ provider, providerAccountId }: AdapterAccount): string {
  return markOf(['account', provider, providerAccountId]);
}

function markOfPasskey({ credentialID }: AdapterAuthenticator): string {
  return markOf(['passkey', credentialID]);
}

/** Short, since what is mailed as a link has little room in the store. */
function markOf(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
}
