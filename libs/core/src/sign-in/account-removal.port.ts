import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { AuthContext } from '../exchange/auth-context.js';

/** Runs when accounts of a user are removed. */
export interface AccountRemoval {
  /**
   * Called before they are removed.
   * @returns what to call afterwards. It never rejects: the accounts are gone.
   */
  begin(ctx: AuthContext, adapter: CompleteAdapter, userId: string): Promise<() => Promise<void>>;
}

/** Injection token of {@link AccountRemoval}. */
export const ACCOUNT_REMOVAL = Symbol('authnest:account-removal');
