import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { AuthContext } from '../exchange/auth-context.js';

/** What is done about the accounts that a user loses. */
export interface AccountRemoval {
  /**
   * Called before they are removed.
   * @returns what to call afterwards. It never rejects: the accounts are gone.
   */
  begin(ctx: AuthContext, adapter: CompleteAdapter, userId: string): Promise<() => Promise<void>>;
}

/** Token of what is done about accounts that are removed. */
export const ACCOUNT_REMOVAL = Symbol('authnest:account-removal');
