import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { AuthContext } from '../exchange/auth-context.js';

/** Hook that runs when a user's accounts are removed. */
export interface AccountRemoval {
  /**
   * Called before the accounts are removed.
   * @returns a function to call afterwards. It never rejects, since the accounts are already gone.
   */
  begin(ctx: AuthContext, adapter: CompleteAdapter, userId: string): Promise<() => Promise<void>>;
}

/** Injection token of {@link AccountRemoval}. */
export const ACCOUNT_REMOVAL = Symbol('authnest:account-removal');
