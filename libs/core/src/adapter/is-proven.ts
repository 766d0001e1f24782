import type { AdapterUser } from './adapter-rows.js';
import type { CompleteAdapter } from './complete-adapter.js';

/**
 * Whether someone has proven that the address of a user is theirs. If the adapter cannot record
 * proofs, every address counts as proven, and the configuration decides.
 * @see docs/design/decisions.md 22
 */
export async function isProven(adapter: CompleteAdapter, owner: AdapterUser): Promise<boolean> {
  if (owner.emailVerified) return true;
  if (!adapter.columns.has('accounts.emailVerified') || !adapter.has('listAccountsByUserId'))
    return true;
  const accounts = await adapter.listAccountsByUserId(owner.id);
  return accounts.some(({ emailVerified }) => emailVerified === true);
}
