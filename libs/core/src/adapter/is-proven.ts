import type { AdapterUser } from './adapter-rows.js';
import type { CompleteAdapter } from './complete-adapter.js';

/**
 * Whether somebody has proven that the address of a user is theirs. An adapter that cannot record
 * proofs leaves the decision to the configuration.
 * @see docs/design/decisions.md 22
 */
export async function isProven(adapter: CompleteAdapter, owner: AdapterUser): Promise<boolean> {
  if (owner.emailVerified) return true;
  if (!adapter.columns.has('accounts.emailVerified') || !adapter.has('listAccountsByUserId'))
    return true;
  const accounts = await adapter.listAccountsByUserId(owner.id);
  return accounts.some(({ emailVerified }) => emailVerified === true);
}
